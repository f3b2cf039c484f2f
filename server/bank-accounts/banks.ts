import type {
  BankAccount,
  BankAccountDraft,
  BankChoice,
} from '#domain/bank-accounts/bank-account.ts';
import { toBankKana } from '#domain/bank-accounts/bank-kana.ts';
import { refuse } from '#domain/errors/refusal.ts';
import { toBankName } from '#domain/remittances/transfer-letters.ts';

const mostChoices = 20;

/** Read once, when somebody first looks for a bank: it is 5 MB. */
const loadBanks = async () => (await import('zengin-code')).default;

/** The kind of bank or branch is no part of its name. */
const withoutKind = (name: string) => name.replace(/(銀行|支店|ぎんこう|してん)$/, '');

/** Those whose name, reading or code contains what is typed; those that begin with it first. */
function matching(entries: readonly BankChoice[], typed: string): BankChoice[] {
  const name = withoutKind(typed.normalize('NFKC').trim());
  const kana = toBankKana(name);
  const placeOf = (entry: BankChoice) => {
    const places = [entry.name.indexOf(name), toBankKana(entry.kana).indexOf(kana)];
    if (/^\d+$/.test(name)) places.push(entry.code.startsWith(name) ? 0 : -1);
    const found = places.filter((place) => place >= 0);
    return found.length === 0 ? undefined : Math.min(...found, 1);
  };
  return entries
    .flatMap((entry) => {
      const place = placeOf(entry);
      return place === undefined ? [] : [{ entry, place }];
    })
    .sort((one, other) => one.place - other.place || (one.entry.code < other.entry.code ? -1 : 1))
    .slice(0, mostChoices)
    .map(({ entry: { code, name, kana } }) => ({ code, name, kana }));
}

const present = <Entry>(entries: Readonly<Record<string, Entry | undefined>>): Entry[] =>
  Object.values(entries).filter((entry) => entry !== undefined);

/** Banks by name, in kanji, kana or by their code. */
export async function findBanks(typed: string): Promise<BankChoice[]> {
  return matching(present(await loadBanks()), typed);
}

/** Branches of a bank, in the same way; undefined where there is no such bank. */
export async function findBranches(
  bankCode: string,
  typed: string,
): Promise<BankChoice[] | undefined> {
  const banks = await loadBanks();
  const bank = Object.hasOwn(banks, bankCode) ? banks[bankCode] : undefined;
  return bank && matching(present(bank.branches), typed);
}

const unknown = (path: string, message: string) =>
  refuse('ValidationError', message, { errors: [{ path, message }] });

/** The account with the names of its bank and branch. Refuses codes that nobody has. */
export async function withBankNames(draft: BankAccountDraft): Promise<BankAccount> {
  const bank = (await loadBanks())[draft.bankCode];
  if (!bank)
    throw unknown('account.bankCode', 'この銀行は見つかりません。一覧から選んでください。');
  const branch = bank.branches[draft.branchCode];
  if (!branch) {
    throw unknown('account.branchCode', 'この支店は見つかりません。一覧から選んでください。');
  }
  return { ...draft, bankName: bank.name, branchName: branch.name };
}

/** A branch as people read it and as banks write it. */
export type KnownBranch = {
  bankName: string;
  /** In the letters of a transfer, not yet shortened to its fifteen. */
  bankKana: string;
  branchName: string;
  branchKana: string;
};

/** Finds the names of branches by their codes (four and three digits); undefined where there is none, or none any more. */
export async function branchFinder(): Promise<
  (bankCode: string, branchCode: string) => KnownBranch | undefined
> {
  const banks = await loadBanks();
  return (bankCode, branchCode) => {
    const bank = Object.hasOwn(banks, bankCode) ? banks[bankCode] : undefined;
    const branches = bank?.branches ?? {};
    const branch = Object.hasOwn(branches, branchCode) ? branches[branchCode] : undefined;
    if (!bank || !branch) return undefined;
    return {
      bankName: bank.name,
      bankKana: toBankName(bank.kana),
      branchName: branch.name,
      branchKana: toBankName(branch.kana),
    };
  };
}
