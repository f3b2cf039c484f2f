import type { Timestamp } from '#domain/values/timestamp.ts';

/** YYYY/MM/DD of a timestamp or a day YYYY-MM-DD that is known to be one: all that most public pages need of dates. */
export const shownDate = (date: Timestamp): string =>
  date.replace(/^(\d{4})-?(\d\d)-?(\d\d).*/, '$1/$2/$3');
