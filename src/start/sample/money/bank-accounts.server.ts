import type { PaidAccount } from '#money/remittances/remittance-tables.server.ts';
import type { bankAccounts } from '#organisations/associates/associate-tables.server.ts';
import type { SampleOrganisation } from '#start/sample/organisations.server.ts';
import { noon } from './sample-terms.server.ts';

type AccountRow = typeof bankAccounts.$inferInsert;

/** A real branch, so that a file for the bank can be made; the account numbers are invented. */
const branch = {
  bankCode: '0001',
  bankName: 'みずほ',
  branchCode: '001',
  branchName: '東京営業部',
  kind: 'ordinary',
};

/** The account that the sample pays from. */
export const payerRow = (): AccountRow => ({
  id: 'sample-payer-account',
  associateId: null,
  ...branch,
  number: '0000001',
  holder: 'ﾐﾎﾝ ﾀｽｷ',
  approvalId: 'sample',
  createdAt: noon('2017-10-01'),
});

/** An organisation's account: numbered by the organisation's place, with a holder name that marks it as a sample. */
export const accountOfOrganisation = ({ id, createdAt, place }: SampleOrganisation): AccountRow => {
  const number = String(place + 2).padStart(7, '0');
  return {
    id: `${id}-account`,
    associateId: id,
    ...branch,
    number,
    holder: `ﾐﾎﾝ ﾀﾞﾝﾀｲ ${place + 1}`,
    approvalId: 'sample',
    createdAt,
  };
};

export const snapshotOf = ({
  bankCode,
  bankName,
  branchCode,
  branchName,
  kind,
  number,
  holder,
}: AccountRow): PaidAccount => ({
  ...{ bankCode, bankName, branchCode, branchName, kind, number, holder },
});
