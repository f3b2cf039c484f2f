// Values of forms on the page of a person who was signed out by another tab: held in this page's memory only, until
// they return (docs/product.md, Forms).

let mounted = 0;
let owner: string | undefined;
let isBack = false;
const held = new Map<string, unknown>();

/** Registers a form on the page; returns its deregistration. */
export function countForm(): () => void {
  mounted += 1;
  return () => {
    mounted -= 1;
  };
}

export const isFormOpen = (): boolean => mounted > 0;

/** Holds the forms that leave the page for this person from now on. */
export function holdFormsFor(uid: string): void {
  held.clear();
  owner = uid;
  isBack = false;
}

/** After a sign-in: returns the held values to their owner; drops them for anyone else. */
export function releaseForms(uid: string): void {
  isBack = uid === owner;
  if (!isBack) held.clear();
  if (!isBack) owner = undefined;
}

/** Holds the values of a form that leaves the page while its person is signed out. */
export function hold(form: string, values: unknown): void {
  if (owner !== undefined && !isBack) held.set(form, values);
}

/** The held values of a form, once, after their owner has returned. */
export function takeHeldValues(form: string): unknown {
  if (!isBack) return undefined;
  const values = held.get(form);
  held.delete(form);
  return values;
}
