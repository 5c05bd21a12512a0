/** A socket whose server is the test: it hears what the test says, and keeps what was sent. */
import { vi } from "vitest";

export class Socket {
  static all: Socket[] = [];
  onopen = () => undefined as void;
  onclose = () => undefined as void;
  onmessage: (event: { data: string }) => void = () => undefined;
  sent: Record<string, unknown>[] = [];
  constructor(readonly address: string) {
    Socket.all.push(this);
  }
  send(text: string) {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close() {
    this.onclose();
  }
  hear(message: Record<string, unknown>) {
    this.onmessage({ data: JSON.stringify(message) });
  }
}

/** Until the globals are given back, every socket is one of these. */
export function stubSockets(): void {
  Socket.all = [];
  vi.stubGlobal("WebSocket", Socket);
  vi.stubGlobal("location", { protocol: "https:", host: "table.example" });
  vi.stubGlobal("window", globalThis);
}

export const lastSocket = () => Socket.all.at(-1) as Socket;
