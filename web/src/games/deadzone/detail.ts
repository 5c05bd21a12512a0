/** Details of Deadzone's options for their rows, how options are grouped, and hints for a first game. */
import type { Choice, Question } from "../../net/protocol";
import { sideOf } from "../../scene/scene";
import type { Detail, Group, Hint } from "../game";
import {
  asked,
  cardOf,
  cubeIn,
  families,
  FAMILY_ICONS,
  FAMILY_ORDER,
  familyOf,
  glyphOf,
  isCards,
  isOverwatch,
  modelIn,
  modelOf,
  numberOf,
  ofFamily,
  promptTag,
  sideView,
  spotOf,
  testOf,
  verbOf,
  type Input,
} from "./model";
import { looted } from "./quarters";
import { tell, type Key } from "./words";

export function detail(input: Input, choice: Choice): Detail {
  const { view, words } = input;
  const test = testOf(input, choice.key);
  const model = modelOf(view, modelIn(choice.key));
  const plate = model ? { side: sideOf(model.owner), label: numberOf(model.tag) } : undefined;
  if (test) {
    const stat = tell("dice_at", { n: test.dice, stat: test.stat });
    const back = test.resist_stat ? tell("against_dice", { n: test.resist, stat: test.resist_stat }) : undefined;
    return { plate, icon: plate ? undefined : FAMILY_ICONS[familyOf(choice.key)], text: back, right: stat };
  }
  if (model) {
    const state = [words.name("aggression", model.aggression), spotOf(model.cube), model.injured ? words.text("picture.injured") : ""]
      .filter(Boolean)
      .join(" · ");
    return { plate, icon: glyphOf(cardOf(view, model)), text: verbOf(choice.key) === "activate" ? state : undefined };
  }
  return families(input).length ? { icon: FAMILY_ICONS[familyOf(choice.key)] } : {};
}

/** What the active model can do, by family; everything else in one list. */
export function group(input: Input, choices: Choice[]): Group[] {
  const some = ofFamily(input, choices);
  if (!families(input).length) return [{ title: "", choices: some }];
  return FAMILY_ORDER.map((family) => ({
    title: tell(`family_${family}` as Key),
    choices: some.filter((choice) => familyOf(choice.key) === family),
  })).filter((one) => one.choices.length);
}

const PASSES = ["pass", "no-card", "hold", "hold-fire", "fire", "decline", "nothing", "leave", "stay", "keep"];

/** What `Space` answers: nobody, nothing, no card. Never the end of an activation by accident: that has its own row. */
export function pass(question: Question): string | undefined {
  const keys = question.options.map((option) => option.key);
  if (question.prompt.key === "prompt.action") return undefined;
  return PASSES.find((key) => keys.includes(key));
}

/** The commit button names the deed and the target, no more. */
export function commit(input: Input, choice: Choice): string {
  if (looted(input, choice.key)) return tell("and_loot", { what: choice.text });
  const cube = cubeIn(choice.key);
  const target = modelIn(choice.key) || (cube && spotOf(cube));
  const family = familyOf(choice.key);
  if (!testOf(input, choice.key) || !target) return choice.text;
  return `${tell(`family_${family}` as Key)} ${target}`;
}

export function title(input: Input): string | undefined {
  if (asked(input) === "action") return tell("actions", { tag: promptTag(input), n: Number(input.question?.prompt.params.left ?? 0) });
  if (isOverwatch(input)) return tell("overwatch_react");
  if (isCards(input)) return tell("play_card");
  return undefined;
}

export function hints(input: Input): Hint[] {
  const { view, seat } = input;
  const found: Hint[] = [];
  const add = (id: string, key: Key, clause: string) => found.push({ id: `dz.${id}`, text: tell(key), clause });
  const what = asked(input);
  if (what === "mission") add("mission", "hint_mission", "DZ setup.mission");
  if (what === "deploy") add("deploy", "hint_deploy", "DZ setup.zones");
  if (what === "turn") add("turn", "hint_turn", "DZ turn.limit");
  if (what === "action") {
    if (view.tests.some((test) => test.actor === view.active && test.test === "shoot")) add("clear", "hint_clear", "DZ shoot.clear");
    add("levels", "hint_levels", "DZ field.levels");
    add("cover", "hint_cover", "DZ shoot.cover");
  }
  if (isOverwatch(input)) add("overwatch", "hint_overwatch", "DZ overwatch.test");
  if (isCards(input) && sideView(view, seat)?.hand_count) add("cards", "hint_cards", "DZ card.one_per_test");
  return found;
}
