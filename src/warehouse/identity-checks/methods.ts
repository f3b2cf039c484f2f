/**
 * Methods of confirming a seller's identity under 古物営業法15条1項 and 同施行規則15条3項 that the service can
 * use. A photograph of a paper alone is not one of them.
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
  /** Legal source. */
  source: string;
  /** Whether a letter must reach its addressee before the identity is confirmed. */
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

/** Default method. */
export const usualMethod: IdentityMethod = 'papers-and-letter';

/** Method of ledger lines for goods that legally need no confirmation. */
export const notConfirmedMethod = 'not-needed';

/** Name of a method in the ledger. */
export const methodLabel = (method: string): string =>
  method === notConfirmedMethod
    ? '確認を要しない取引'
    : (identityMethodFacts[method as IdentityMethod]?.label ?? method);

export const needsLetter = (method: string): boolean =>
  identityMethodFacts[method as IdentityMethod]?.needsLetter ?? true;

/** Days without news of a letter before it is inquired about. */
export const letterSilentDays = 10;
