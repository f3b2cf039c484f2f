/** What a browser sends something to, other than the product itself, while a setting says so. */
export type OutsideRecipient = { kind: 'plausible' | 'matomo' | 'ga4' | 'errors'; host: string };
