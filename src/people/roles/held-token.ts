let held: string | undefined;

/**
 * Holds an invitation's token while its person signs in, in memory only: it is gone from the address bar, and after a
 * reload the mailed link is needed again.
 */
export function storeInvitationToken(token: string | undefined): void {
  held = token;
}

export const invitationToken = (): string | undefined => held;
