import { deliveryDateProblem, isDeliveryDate } from '#giving/applications/delivery.ts';
import { type ProductKind, productLabels } from '#giving/applications/goods.ts';
import type { FieldError } from '#kit/errors/refusal.ts';
import { sellerAgeProblem } from '#warehouse/identity-checks/seller-age.ts';
import { isUnserved, type Offer } from './acceptance.ts';
import { buyBackPausedMessage } from './acceptance-words.ts';

type ApplicationParts = {
  application: {
    kind: 'direct' | 'fund';
    products: readonly ProductKind[];
    boxes: number;
    deliveryDate: string;
    needsKit?: boolean;
    birth?: string;
  };
  applicantAddress: { prefecture: string; zipcode: string };
};

/**
 * Checks an application, or the parts of it that are present, against what is accepted on `today`
 * (YYYY-MM-DD). Returns messages by field. The form shows them early; the server decides.
 */
export function acceptanceProblems(
  {
    application,
    applicantAddress,
  }: { application: Partial<ApplicationParts['application']> } & Partial<
    Pick<ApplicationParts, 'applicantAddress'>
  >,
  offer: Offer,
  today: string,
): FieldError[] {
  const { kind, products, boxes, deliveryDate, needsKit = true, birth } = application;
  return [
    kind === 'fund' && !offer.offersBuyBack
      ? of('application.socialChallengeId', buyBackPausedMessage)
      : undefined,
    products && of('application.products', productsProblem(products, offer)),
    boxes !== undefined && boxes > offer.maxBoxes
      ? of('application.boxes', `箱は一度に${offer.maxBoxes}箱まで申し込めます。`)
      : undefined,
    birth ? of('application.birth', sellerAgeProblem(birth, today, offer.sellerAge)) : undefined,
    applicantAddress && isUnserved(offer, applicantAddress)
      ? of('applicantAddress.prefecture', offer.unservedMessage)
      : undefined,
    needsKit && deliveryDate !== undefined && !isDeliveryDate(deliveryDate, today, offer)
      ? of('application.deliveryDate', deliveryDateProblem(today, offer))
      : undefined,
  ].filter((problem) => problem !== undefined);
}

const of = (path: string, message: string | undefined): FieldError | undefined =>
  message === undefined ? undefined : { path, message };

function productsProblem(products: readonly ProductKind[], offer: Offer): string | undefined {
  const refused = products.filter((kind) => !offer.products.includes(kind));
  if (refused.length === 0) return undefined;
  const names = refused.map((kind) => `「${productLabels[kind]}」`).join('');
  return `${names}は、ただいまお受けしていません。選択を外してください。`;
}
