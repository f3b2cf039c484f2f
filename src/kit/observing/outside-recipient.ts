/** A third party to which browsers send data while a setting enables it. */
export type OutsideRecipient = { kind: 'plausible' | 'matomo' | 'ga4' | 'errors'; host: string };
