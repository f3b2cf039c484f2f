import { formatDate, type Timestamp } from '#domain/values/timestamp.ts';

/** "2026/11/20 10:05" of a timestamp, in Asia/Tokyo. */
export function formatDateTime(at: Timestamp): string {
  return `${formatDate(at)} ${at.slice(8, 10)}:${at.slice(10, 12)}`;
}
