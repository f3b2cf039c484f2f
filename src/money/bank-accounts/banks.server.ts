import { refuse } from '#kit/errors/refusal.ts';
import { toBankName } from '#money/remittances/transfer-letters.ts';
import type { BankAccount, BankAccountDraft, BankChoice } from './bank-account.ts';
import { bankNameForm, bankNameForms, withoutKind } from './bank-name-form.ts';

const maxChoices = 20;

/** Loaded on first use: it is 5 MB. */
const loadBanks = async () => (await import('zengin-code')).default;

/** An entry with all its names in search form, each between bars. */
type Searched = BankChoice & { names: string };

const toSearched = (
  { code, name, kana }: BankChoice,
  what: Parameters<typeof bankNameForms>[1],
): Searched => ({
  ...{ code, name, kana },
  names: `|${[...bankNameForms({ name, kana }, what)].join('|')}|`,
});

/** 0 for a whole name, 1 for a prefix, 2 for a substring; undefined without a match. */
function placeOf({ code, names }: Searched, form: string): number | undefined {
  if (/^\d+$/.test(form) && code.startsWith(form)) return code === form ? 0 : 1;
  if (!names.includes(form)) return undefined;
  if (names.includes(`|${form}|`)) return 0;
  return names.includes(`|${form}`) ? 1 : 2;
}

/**
 * Entries whose name, reading or code contains the text, best matches first; without any, those matching without the
 * word for the kind of bank or branch.
 */
function matching(entries: readonly Searched[], typed: string): BankChoice[] {
  // A choice is displayed with its code after the name, and may be edited from there.
  const [name = ''] = typed.split(/[(（](?=[\d０-９])/);
  const form = bankNameForm(name);
  if (form === '') return [];
  for (const one of new Set([form, ofCooperative(form), withoutKind(form)])) {
    const found = entries.flatMap((entry) => {
      const place = placeOf(entry, one);
      return place === undefined ? [] : [{ entry, place }];
    });
    if (found.length > 0) return nearest(found);
  }
  return [];
}

const nearest = (found: { entry: Searched; place: number }[]): BankChoice[] =>
  found
    .sort((one, other) => one.place - other.place || (one.entry.code < other.entry.code ? -1 : 1))
    .slice(0, maxChoices)
    .map(({ entry: { code, name, kana } }) => ({ code, name, kana }));

/** JAさいたま is さいたま農協 in the list. */
const ofCooperative = (form: string) => form.replace(/^ja(?:ばんく)?(.+?)(?:農協)?$/, '$1農協');

const present = <Entry>(entries: Readonly<Record<string, Entry | undefined>>): Entry[] =>
  Object.values(entries).filter((entry) => entry !== undefined);

let searchedBanks: Promise<Searched[]> | undefined;
const searchedBranches = new Map<string, Searched[]>();

/** Banks by name, in kanji, kana or by their code. */
export async function findBanks(typed: string): Promise<BankChoice[]> {
  searchedBanks ??= loadBanks().then((banks) =>
    present(banks).map((bank) => toSearched(bank, 'bank')),
  );
  return matching(await searchedBanks, typed);
}

/** Branches of a bank, likewise; undefined for an unknown bank. */
export async function findBranches(
  bankCode: string,
  typed: string,
): Promise<BankChoice[] | undefined> {
  const banks = await loadBanks();
  const bank = Object.hasOwn(banks, bankCode) ? banks[bankCode] : undefined;
  if (!bank) return undefined;
  const known =
    searchedBranches.get(bankCode) ??
    present(bank.branches).map((branch) => toSearched(branch, 'branch'));
  searchedBranches.set(bankCode, known);
  return matching(known, typed);
}

const unknown = (path: string, message: string) =>
  refuse('ValidationError', message, { errors: [{ path, message }] });

/** The account with the names of its bank and branch. Refuses unknown codes. */
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

/** Names of a branch for people and in the form of banks. */
export type KnownBranch = {
  bankName: string;
  /** In half-width characters of a transfer, before shortening to fifteen. */
  bankKana: string;
  branchName: string;
  branchKana: string;
};

/** Finds branches by codes (four and three digits); undefined for unknown or closed ones. */
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
