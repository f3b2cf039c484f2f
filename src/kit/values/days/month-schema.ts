import * as z from 'zod/mini';

const message = '月は2026-11のような形で指定してください。';

/** A month YYYY-MM within the years of the service. */
export const ServiceMonth = z
  .string(message)
  .check(z.regex(/^20(?:1[7-9]|[2-9]\d)-(?:0[1-9]|1[0-2])$/, message));
