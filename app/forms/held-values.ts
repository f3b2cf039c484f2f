// What is typed in the forms of a page whose person signed out in another tab: in this page's memory alone, for
// their return (docs/product.md, Forms).

let mounted = 0;
let owner: string | undefined;
let isBack = false;
const held = new Map<string, unknown>();

/** Counts a form that is on the page; returns what counts it out. */
export function countForm(): () => void {
  mounted += 1;
  return () => {
    mounted -= 1;
  };
}

export const isFormOpen = (): boolean => mounted > 0;

/** From now on forms that leave the page are held for this person. */
export function holdFormsFor(uid: string): void {
  held.clear();
  owner = uid;
  isBack = false;
}

/** Somebody has signed in: gives what is held back to its owner, and to nobody else. */
export function releaseForms(uid: string): void {
  isBack = uid === owner;
  if (!isBack) held.clear();
  if (!isBack) owner = undefined;
}

/** Holds the values of a form that leaves the page, while its person is signed out. */
export function hold(form: string, values: unknown): void {
  if (owner !== undefined && !isBack) held.set(form, values);
}

/** The values held of a form, once, when their owner is back. */
export function takeHeld(form: string): unknown {
  if (!isBack) return undefined;
  const values = held.get(form);
  held.delete(form);
  return values;
}
