import { addDays, jstDay, startOfJstDay } from '#kit/values/timestamp.ts';

const morningHour = 9;

/** Nine o'clock of the next day in Asia/Tokyo, the time of automatic releases. */
export const nextMorning = (at: Date): Date =>
  new Date(startOfJstDay(addDays(jstDay(at), 1)).getTime() + morningHour * 60 * 60 * 1000);
