import * as z from 'zod/mini';
import { isDay } from '#domain/values/timestamp.ts';

/** The first and last day that anything of the service can be dated (docs/product.md, Time on the wire). */
const firstServiceDay = '2017-01-01';
const lastServiceDay = '2099-12-31';
/** Nobody who lives was born before; the server's clock says what is to come. */
const firstBirth = '1900-01-01';

const dayMessage = '日付は2026-11-20のような形で指定してください。';
const outOfServiceMessage = '日付は2017年から2099年までの間で指定してください。';

/** Whether a day YYYY-MM-DD lies in the years of the service: then no database refuses it. */
export const isServiceDay = (day: string): boolean =>
  firstServiceDay <= day && day <= lastServiceDay;

/** A day YYYY-MM-DD within the years of the service. */
export const serviceDay = (message = dayMessage) =>
  z
    .string(message)
    .check(
      z.refine(isDay, { error: message, abort: true }),
      z.refine(isServiceDay, outOfServiceMessage),
    );

/** A day of birth YYYY-MM-DD that somebody who lives can have. */
export const birthDay = (message: string) =>
  z.string(message).check(
    z.refine(isDay, { error: message, abort: true }),
    z.refine((day) => firstBirth <= day && day <= lastServiceDay, '生年月日をご確認ください。'),
  );
