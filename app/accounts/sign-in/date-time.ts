import { formatDate, type Timestamp } from '#domain/values/timestamp.ts';

/** YYYY/MM/DD HH:MM in Asia/Tokyo. */
export const formatDateTime = (moment: Timestamp): string =>
  `${formatDate(moment)} ${moment.slice(8, 10)}:${moment.slice(10, 12)}`;
