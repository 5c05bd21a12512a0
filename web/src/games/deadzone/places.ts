/** Where the cubes of Deadzone lie in the scene. */
import type { Point } from "../../scene/scene";
import { placeOf } from "./model";

/** The side of a cube, in units of the scene. */
export const C = 63;
export const corner = (cube: string): Point => ({ x: placeOf(cube).column * C, y: placeOf(cube).row * C });
/** The corner of a cube in which crates and items are drawn: whoever touches it means them. */
export const onLoot = (cube: string, at: Point): boolean => corner(cube).x + C - at.x < 0.3 * C && corner(cube).y + C - at.y < 0.3 * C;
export const middle = (cube: string): Point => ({ x: corner(cube).x + C / 2, y: corner(cube).y + C / 2 });
