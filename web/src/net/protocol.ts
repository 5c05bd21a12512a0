/** The protocol's types, generated from the server's structs: there is only one copy of them. */
export * from "../../../src/muster/server/protocol/protocol";
