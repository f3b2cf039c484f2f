/** A third party that browsers send something to while a setting says so. */
export type OutsideRecipient = { kind: 'plausible' | 'matomo' | 'ga4' | 'errors'; host: string };
