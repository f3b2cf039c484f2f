import type { Acceptance } from '#giving/acceptance/acceptance.ts';
import { identityCheckFromYen } from '#giving/applications/application-state.ts';
import { receiptRule } from '#giving/receipts/receipt-rule.ts';
import { formatYen } from '#kit/values/yen.ts';
import type { ServiceFacts } from '#people/service-facts/service-facts.ts';
import type { LegalVariable } from './legal-text.ts';

/** Today's values of the variables in legal texts. */
export function legalValues(
  { maxBoxes, sellerAge }: Pick<Acceptance, 'maxBoxes' | 'sellerAge'>,
  facts: ServiceFacts,
): Record<LegalVariable, string> {
  const { name, representative, address, phone, phoneHours, email } = facts;
  return {
    operatorName: name,
    representative,
    address,
    phone,
    phoneHours,
    email,
    dealerName: facts.dealerName,
    dealerCommission: facts.dealerCommission,
    dealerLicence: facts.dealerLicence,
    privacyOfficer: facts.privacyOfficer,
    privacyEmail: facts.privacyEmail,
    maxBoxes: String(maxBoxes),
    sellerAge: String(sellerAge),
    identityCheckFromYen: formatYen(identityCheckFromYen),
    receiptWho: receiptRule.who,
    receiptHow: receiptRule.how,
    receiptDay: receiptRule.day,
    receiptSum: receiptRule.sum,
  };
}
