/** The protocol's types, made by the server from its structs: there is only one copy of them. */
export * from "../../../src/muster/server/protocol/protocol";
