import type { Timestamp } from '#kit/values/timestamp.ts';

/** YYYY/MM/DD of a valid timestamp or day. Unvalidated and small: most public pages need no more. */
export const shownDate = (date: Timestamp): string =>
  date.replace(/^(\d{4})-?(\d\d)-?(\d\d).*/, '$1/$2/$3');
