import * as z from 'zod/mini';
import { isDay } from '#kit/values/timestamp.ts';

/** First and last valid day for the service's data (docs/product.md, Time on the wire). */
const firstServiceDay = '2017-01-01';
const lastServiceDay = '2099-12-31';
/** No living person was born before; birth dates in the future are checked with the server's clock. */
const firstBirth = '1900-01-01';

const dayMessage = '日付は2026-11-20のような形で指定してください。';
const outOfServiceMessage = '日付は2017年から2099年までの間で指定してください。';

/** Whether a day YYYY-MM-DD is in that range. */
export const isServiceDay = (day: string): boolean =>
  firstServiceDay <= day && day <= lastServiceDay;

/** A day YYYY-MM-DD in that range. */
export const serviceDay = (message = dayMessage) =>
  z
    .string(message)
    .check(
      z.refine(isDay, { error: message, abort: true }),
      z.refine(isServiceDay, outOfServiceMessage),
    );

/** A plausible birth date, YYYY-MM-DD. */
export const birthDay = (message: string) =>
  z.string(message).check(
    z.refine(isDay, { error: message, abort: true }),
    z.refine((day) => firstBirth <= day && day <= lastServiceDay, '生年月日をご確認ください。'),
  );
