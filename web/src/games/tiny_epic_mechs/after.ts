/** The view after an event: enough to see cards revealed, pilots move and damage fall one by one. */
import type { Told } from "../../net/protocol";
import type { PlayerView, TableView, ZoneView } from "./model";

const change = (view: TableView, seat: unknown, by: (player: PlayerView) => Partial<PlayerView>): TableView => ({
  ...view,
  players: view.players.map((player) => (player.seat === seat ? { ...player, ...by(player) } : player)),
});
const device = (view: TableView, zone: unknown, found: ZoneView["device"]): TableView => ({
  ...view,
  zones: view.zones.map((one) => (one.name === zone ? { ...one, device: found } : one)),
});

export function after(view: TableView, { key, params }: Told): TableView {
  const { seat, zone, enemy, owner } = params;
  const figure = (name: string): number => Number(params[name] ?? 0);
  switch (key) {
    case "card_revealed":
      return change({ ...view, active: Number(seat), card: String(params.card) }, seat, ({ revealed }) => ({ revealed: revealed + 1 }));
    case "tactical_card":
      return { ...view, active: Number(seat), card: String(params.card) };
    case "moved":
    case "withdrew":
    case "respawned":
      return change(view, seat, () => ({ zone: String(zone) }));
    case "damage":
      return change(view, enemy, () => ({ health: figure("health") }));
    case "mine_exploded":
    case "turret_fired":
      return change(device(view, zone, null), seat, (player) => ({ health: Math.max(0, player.health - figure("damage")) }));
    case "mine_laid":
      return device(view, zone, { owner: Number(owner ?? seat), kind: "mine", number: 0 });
    case "turret_deployed":
      return device(view, zone, { owner: Number(owner ?? seat), kind: "turret", number: 0 });
    case "collected":
    case "gained":
      return change(view, seat, (player) => ({ energy: player.energy + figure("energy"), credits: player.credits + figure("credits") }));
    case "scored":
      return change(view, seat, () => ({ score: figure("total") }));
    case "healed":
    case "restored":
      return change(view, seat, (player) => ({ health: Math.min(player.full_health, player.health + figure("health")) }));
    default:
      return view;
  }
}
