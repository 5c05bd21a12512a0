/** A building in hand, where it would stand while the players lay out the battlefield. */
import { sideOf, type Scene } from "../../scene/scene";
import { asked, cubeIn, levelOf, type Input } from "./model";
import { C, corner } from "./places";

/** Its footprint: of the place under the pointer, of the one in hand, or of the usual one. */
export function laying(input: Input, made: Scene, shown: number): void {
  const { question, selection, seat } = input;
  if (!question || asked(input) !== "building_at") return;
  const pointed = question.options.find(({ key }) => selection.hover === `cube:${cubeIn(key)}`)?.key;
  const cube = cubeIn(pointed || selection.option || (question.options[0]?.key ?? ""));
  const [wide, deep] = [Number(question.prompt.params.wide), Number(question.prompt.params.deep)];
  if (!cube || !wide || !deep || levelOf(cube) !== shown) return;
  made.washes.push({
    side: sideOf(seat),
    shapes: [{ kind: "rect", ...corner(cube), w: wide * C, h: deep * C }],
    dashed: !!pointed || !selection.option,
  });
}
