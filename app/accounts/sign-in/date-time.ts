import { formatDate, type Timestamp } from '#domain/values/timestamp.ts';

/** YYYY/MM/DD HH:MM in Asia/Tokyo. */
export const formatDateTime = (at: Timestamp): string =>
  `${formatDate(at)} ${at.slice(8, 10)}:${at.slice(10, 12)}`;
