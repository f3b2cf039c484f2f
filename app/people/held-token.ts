let held: string | undefined;

/**
 * Holds the token of an invitation while its person signs in, in memory alone: the address bar no longer has it,
 * and a reload needs the mail's link again.
 */
export function holdToken(token: string | undefined): void {
  held = token;
}

export const heldToken = (): string | undefined => held;
