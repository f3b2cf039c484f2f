type ClassificationFacts = {
  label: string;
  /** Gifts to this type are tax-deductible (docs/product.md, Deductibility). */
  deductible: boolean;
  /** Deductible only with a valid certification, since those of NPOs expire. */
  needsCertification: boolean;
};

const plain = (label: string): ClassificationFacts => ({
  label,
  deductible: false,
  needsCertification: false,
});
const byStatus = (label: string): ClassificationFacts => ({ ...plain(label), deductible: true });
const byCertification = (label: string): ClassificationFacts => ({
  ...byStatus(label),
  needsCertification: true,
});

/** The 17 types of organisation, in the order in which they are offered. */
export const classificationIds = [
  'private-organization',
  'approved-npo',
  'specially-approved-npo',
  'npo',
  'public-interest-incorporated',
  'general-incorporated',
  'public-interest-foundation',
  'corporate-juridical',
  'research-development',
  'social-welfare',
  'educational',
  'incorporated-administrative',
  'local-incorporated-administrative',
  'municipality',
  'medical',
  'social-medical',
  'undefined',
] as const;

export type Classification = (typeof classificationIds)[number];

/** Facts of each type; labels are the Japanese legal forms. */
export const classifications: Record<Classification, ClassificationFacts> = {
  'private-organization': plain('任意団体'),
  'approved-npo': byCertification('認定NPO法人'),
  'specially-approved-npo': byCertification('特例認定NPO法人'),
  npo: plain('NPO法人'),
  'public-interest-incorporated': byStatus('公益社団法人'),
  'general-incorporated': plain('一般社団法人'),
  'public-interest-foundation': byStatus('公益財団法人'),
  'corporate-juridical': plain('一般財団法人'),
  'research-development': byStatus('国立研究開発法人'),
  'social-welfare': plain('社会福祉法人'),
  educational: plain('学校法人'),
  'incorporated-administrative': plain('独立行政法人'),
  'local-incorporated-administrative': plain('地方独立行政法人'),
  municipality: byStatus('地方公共団体'),
  medical: plain('医療法人'),
  'social-medical': plain('社会医療法人'),
  undefined: plain('その他の団体'),
};

/**
 * Whether gifts to an organisation are deductible on `today` (YYYY-MM-DD in Asia/Tokyo): by its
 * type and, if the type needs one, by a certification valid on that day, first and last day
 * included. The only rule behind filter, ribbon and receipt (docs/product.md, Deductibility).
 */
export function isDeductible(
  organisation: {
    classification: Classification;
    certification?: { certifiedOn?: string; expiresOn: string } | null | undefined;
  },
  today: string,
): boolean {
  const { deductible, needsCertification } = classifications[organisation.classification];
  if (!deductible || !needsCertification) return deductible;
  const { certification } = organisation;
  if (!certification) return false;
  return (certification.certifiedOn ?? '') <= today && today <= certification.expiresOn;
}
