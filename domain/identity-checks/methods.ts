/**
 * How the identity of a seller is confirmed: the methods of 古物営業法15条1項 and 同施行規則15条3項 that the service can
 * use. A picture of a paper alone is none of them.
 */
export const identityMethods = [
  'papers-and-letter',
  'addressee-only-mail',
  'chip',
  'electronic-signature',
  'in-person',
] as const;
export type IdentityMethod = (typeof identityMethods)[number];

type MethodFacts = {
  label: string;
  /** The law that it is of. */
  source: string;
  /** True where a letter has to reach its addressee before the identity is confirmed. */
  needsLetter: boolean;
};

export const identityMethodFacts: Record<IdentityMethod, MethodFacts> = {
  'papers-and-letter': {
    label: '書類の写し2点と、転送不要の簡易書留の到達',
    source: '古物営業法施行規則15条3項',
    needsLetter: true,
  },
  'addressee-only-mail': {
    label: '本人限定受取郵便の到達',
    source: '古物営業法施行規則15条3項',
    needsLetter: true,
  },
  chip: {
    label: 'ICチップの情報とご本人の顔写真の照合',
    source: '古物営業法施行規則15条3項',
    needsLetter: false,
  },
  'electronic-signature': {
    label: '電子署名（公的個人認証など）',
    source: '古物営業法15条1項3号',
    needsLetter: false,
  },
  'in-person': {
    label: '対面での身分証明書の提示',
    source: '古物営業法15条1項1号',
    needsLetter: false,
  },
};

/** What is done unless somebody chose otherwise. */
export const usualMethod: IdentityMethod = 'papers-and-letter';

/** What a line says of goods for which the law asks no confirmation. */
export const notConfirmedMethod = 'not-needed';

/** How a line of the ledger names a method. */
export const methodLabel = (method: string): string =>
  method === notConfirmedMethod
    ? '確認を要しない取引'
    : (identityMethodFacts[method as IdentityMethod]?.label ?? method);

export const needsLetter = (method: string): boolean =>
  identityMethodFacts[method as IdentityMethod]?.needsLetter ?? true;

/** A letter from which nothing was heard for so many days is asked after. */
export const letterSilentDays = 10;
