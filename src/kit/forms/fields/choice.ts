import type { PictureName } from '#kit/ui/pictures/picture-names.ts';

/** One choice; `note` is a second, smaller line; cards show the `picture`. */
export type Choice = {
  value: string | number | boolean;
  label: string;
  note?: string;
  picture?: PictureName;
};

/** The value of the choice that a control submits as text. */
export function chosenValue(choices: readonly Choice[], text: string): Choice['value'] | undefined {
  return choices.find(({ value }) => String(value) === text)?.value;
}
