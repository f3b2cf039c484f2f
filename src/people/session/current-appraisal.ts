import type { ApplicationDraft, Applied } from '#giving/applications/application.ts';
import { isSharedComputer } from '#kit/forms/shared-computer.ts';

/** The facts of an application that are shown right after it was sent. */
type TypedFacts = Pick<ApplicationDraft, 'products' | 'frequency' | 'deliveryDate' | 'needsKit'>;
export type AppliedFacts = TypedFacts & { createdAt: string };

/** The application just made in this tab, a visitor's or a donor's. */
export type CurrentAppraisal = {
  appraisalId: string;
  /** One-time token to link it to an account; absent on a donor's own. */
  claimToken?: string;
  /** The application's e-mail, suggested at the sign-in. */
  email?: string;
  /** Absent for an application from a mailed link. */
  facts?: AppliedFacts;
};

/** An application that can be linked to an account. */
export type Claim = CurrentAppraisal & { claimToken: string };

const key = 'tasuki.current-appraisal';
/** Kept in memory only, on a shared computer or without storage. */
let ofThisPage: CurrentAppraisal | undefined;

/** Stores the application until it is claimed, the person signs out or the tab is closed. */
export function keepCurrentAppraisal(appraisal: CurrentAppraisal): void {
  ofThisPage = isSharedComputer() ? appraisal : undefined;
  if (ofThisPage) return;
  try {
    sessionStorage.setItem(key, JSON.stringify(appraisal));
  } catch {
    // Storage is forbidden: the mailed link claims it as well.
  }
}

/** Stores the application that was just sent, a visitor's or a donor's, with the facts for its last step. */
export function keepApplied(
  { appraisalId, claimToken, createdAt }: Applied,
  typed: { application: TypedFacts; applicant: { email: string } },
): void {
  const { products, frequency, deliveryDate, needsKit } = typed.application;
  keepCurrentAppraisal({
    appraisalId,
    claimToken: claimToken ?? undefined,
    email: typed.applicant.email,
    facts: { createdAt, products, frequency, deliveryDate, needsKit },
  });
}

export function readCurrentAppraisal(): CurrentAppraisal | undefined {
  if (ofThisPage) return ofThisPage;
  try {
    const stored = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    if (typeof stored?.appraisalId !== 'string') return undefined;
    return {
      appraisalId: stored.appraisalId,
      claimToken: textOf(stored.claimToken),
      email: textOf(stored.email),
      facts: typeof stored.facts?.createdAt === 'string' ? stored.facts : undefined,
    };
  } catch {
    return undefined;
  }
}

/** The application of this tab if it can still be linked to an account. */
export function readClaim(): Claim | undefined {
  const current = readCurrentAppraisal();
  return current?.claimToken === undefined
    ? undefined
    : { ...current, claimToken: current.claimToken };
}

export function clearCurrentAppraisal(): void {
  ofThisPage = undefined;
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Storage is forbidden: nothing was stored.
  }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);
