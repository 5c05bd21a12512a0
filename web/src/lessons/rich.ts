/** The words of a lesson: `*this*` stands out. */
export interface Part {
  text: string;
  strong: boolean;
}

export function rich(text: string): Part[] {
  return text
    .split(/\*([^*]+)\*/)
    .map((part, n) => ({ text: part, strong: n % 2 === 1 }))
    .filter(({ text: part }) => part !== "");
}
