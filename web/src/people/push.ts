/** Have this browser told when it is our turn, also while no page is open. */
import { api } from "../net/api";
import { settings } from "../settings.svelte";
import { say } from "../words/say";

export const canPush = (): boolean => "serviceWorker" in navigator && "PushManager" in globalThis && "Notification" in globalThis;

const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

async function manager(): Promise<PushManager> {
  return (await navigator.serviceWorker.ready).pushManager;
}

export async function isTold(): Promise<boolean> {
  return canPush() && Boolean(await navigator.serviceWorker.getRegistration()) && (await (await manager()).getSubscription()) !== null;
}

/** Ask the browser, then the server. */
export async function tellMe(): Promise<void> {
  if ((await Notification.requestPermission()) !== "granted") throw new Error(say("push_denied"));
  const key = bytesOf(await api.pushKey());
  const made = await (await manager()).subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = made.toJSON();
  try {
    await api.subscribe(
      { endpoint: endpoint ?? "", p256dh: keys?.p256dh ?? "", auth: keys?.auth ?? "", language: settings.language },
      settings.language,
    );
  } catch (error) {
    await made.unsubscribe();
    throw error;
  }
}

export async function tellMeNoMore(): Promise<void> {
  const made = await (await manager()).getSubscription();
  if (!made) return;
  await api.unsubscribe(made.endpoint);
  await made.unsubscribe();
}
