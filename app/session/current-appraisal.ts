import { isSharedComputer } from '#app/forms/shared-computer.ts';

/**
 * The application just made in this tab, with the token that links it to an account: a visitor who
 * registers from it brings it along.
 */
export type CurrentAppraisal = {
  appraisalId: string;
  claimToken: string;
  /** The mail address of the application: a suggestion for the sign-in. */
  email?: string;
};

const key = 'tasuki.current-appraisal';
/** What a shared computer must not store lives as long as the page. */
let ofThisPage: CurrentAppraisal | undefined;

/** Stores it until it is claimed, the person signs out or the tab is closed. */
export function keepCurrentAppraisal(appraisal: CurrentAppraisal): void {
  ofThisPage = isSharedComputer() ? appraisal : undefined;
  if (ofThisPage) return;
  try {
    sessionStorage.setItem(key, JSON.stringify(appraisal));
  } catch {
    // Storage is forbidden: the mailed link claims it as well.
  }
}

export function readCurrentAppraisal(): CurrentAppraisal | undefined {
  if (ofThisPage) return ofThisPage;
  try {
    const stored = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    return typeof stored?.appraisalId === 'string' && typeof stored?.claimToken === 'string'
      ? {
          appraisalId: stored.appraisalId,
          claimToken: stored.claimToken,
          email: typeof stored.email === 'string' ? stored.email : undefined,
        }
      : undefined;
  } catch {
    return undefined;
  }
}

export function clearCurrentAppraisal(): void {
  ofThisPage = undefined;
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Storage is forbidden: nothing was stored.
  }
}
