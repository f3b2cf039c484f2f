import { z } from 'zod';
import { door } from '#kit/http/door.server.ts';
import {
  changeFiscalYear,
  changeOwnFiscalYear,
  fiscalYearOf,
  ownFiscalYear,
} from './fiscal-years.server.ts';
import { FiscalYear, FiscalYearChange } from './period.ts';

const tags = ['団体の事業年度'];
const oneAssociate = {
  params: { associateId: z.string().max(100) },
  out: FiscalYear,
  tags,
} as const;
const room = { allow: 'associate-room.enter', ...oneAssociate } as const;
const office = { allow: 'associates.edit', ...oneAssociate } as const;

/** Fiscal years of organisations, set by their editors and by operators. Each change is recorded. */
export const fiscalYearDoors = [
  door(
    'GET /api/staff/associates/:associateId/fiscal-year',
    { ...room, summary: '団体の事業年度の始まりの月と、その変更' },
    (ctx, { person, params }) => ownFiscalYear(ctx, person, params.associateId),
  ),
  door(
    'POST /api/staff/associates/:associateId/fiscal-year',
    {
      ...room,
      body: FiscalYearChange,
      summary: '事業年度の始まりの月を変更する（前の年度は残る）',
    },
    (ctx, { person, params, body }) => changeOwnFiscalYear(ctx, person, params.associateId, body),
  ),
  door(
    'GET /api/office/associates/:associateId/fiscal-year',
    { ...office, summary: '団体の事業年度の始まりの月と、その変更' },
    (ctx, { params }) => fiscalYearOf(ctx, params.associateId),
  ),
  door(
    'POST /api/office/associates/:associateId/fiscal-year',
    {
      ...office,
      body: FiscalYearChange,
      summary: '団体の事業年度の始まりの月を変更する（前の年度は残る）',
    },
    (ctx, { person, params, body }) => changeFiscalYear(ctx, person, params.associateId, body),
  ),
] as const;
