import { setImmediate as othersDone } from 'node:timers/promises';
import { acceptanceDoors } from '#giving/acceptance/routes.server.ts';
import { adminApplicationDoors } from '#giving/applications/admin-routes.server.ts';
import { applicationDoors } from '#giving/applications/routes.server.ts';
import { campaignDoors } from '#giving/campaigns/routes.server.ts';
import { donationDoors } from '#giving/donations/routes.server.ts';
import { giverConsentDoors } from '#giving/giver-lists/consent-routes.server.ts';
import { giverListDoors } from '#giving/giver-lists/routes.server.ts';
import { adminPledgeDoors } from '#giving/pledges/admin-routes.server.ts';
import { pledgeDoors } from '#giving/pledges/routes.server.ts';
import { pledgeWritingDoors } from '#giving/pledges/writing-routes.server.ts';
import { profileDoors } from '#giving/profiles/routes.server.ts';
import { receiptRunDoors } from '#giving/receipt-runs/routes.server.ts';
import { receiptDoors } from '#giving/receipts/routes.server.ts';
import { traceDoors } from '#giving/trace/routes.server.ts';
import type { App } from '#kit/http/app.server.ts';
import type { CallsOf } from '#kit/http/door.server.ts';
import { imageRoutes } from '#kit/images/routes.server.ts';
import { markdownRoutes } from '#kit/markdown/routes.server.ts';
import { openApiRoutes } from '#kit/openapi/routes.server.ts';
import { freshAnswers } from '#kit/topics/fresh-answers.server.ts';
import { bankAccountDoors } from '#money/bank-accounts/admin-routes.server.ts';
import { bankAnswerDoors } from '#money/bank-answers/admin-routes.server.ts';
import { bankLineDoors } from '#money/bank-lines/admin-routes.server.ts';
import { bookDoors } from '#money/books/admin-routes.server.ts';
import { adminFundDoors } from '#money/funds/admin-routes.server.ts';
import { fundDoors } from '#money/funds/routes.server.ts';
import { journalDoors } from '#money/journals/admin-routes.server.ts';
import { monthCloseDoors } from '#money/month-close/admin-routes.server.ts';
import { moneyDoors } from '#money/overview/admin-routes.server.ts';
import { ledgerDoors } from '#money/public-book/routes.server.ts';
import { logRoutes, publicLogDoors } from '#money/public-log/routes.server.ts';
import { remittanceDoors } from '#money/remittances/admin-routes.server.ts';
import { saleDoors } from '#money/sales/admin-routes.server.ts';
import { fiscalYearDoors, statementDoors } from '#money/statements/routes.server.ts';
import { searchDoors } from '#office/search/routes.server.ts';
import { adminRoutes } from '#office/shell/routes.server.ts';
import { todayDoors } from '#office/today/routes.server.ts';
import { adminAssociateRoutes } from '#organisations/associates/admin-routes.server.ts';
import { associateImportRoutes } from '#organisations/associates/import/import-routes.server.ts';
import { associateListingRoutes } from '#organisations/associates/listing-routes.server.ts';
import { associatePictureRoutes } from '#organisations/associates/picture-routes.server.ts';
import { associateRoutes } from '#organisations/associates/routes.server.ts';
import { challengeRoutes } from '#organisations/challenges/routes.server.ts';
import { confirmationDoors } from '#organisations/confirmations/routes.server.ts';
import { flyerRoutes } from '#organisations/flyers/routes.server.ts';
import { roomRoutes } from '#organisations/room/room-routes.server.ts';
import { staffRoutes } from '#organisations/room/routes.server.ts';
import { thanksTemplateRoutes } from '#organisations/thanks/template-routes.server.ts';
import { adminUseReportDoors } from '#organisations/use-reports/admin-routes.server.ts';
import { useReportDoors } from '#organisations/use-reports/routes.server.ts';
import { viewRoutes } from '#organisations/views/routes.server.ts';
import { widgetRoutes } from '#organisations/widget/routes.server.ts';
import { accountRoutes } from '#people/accounts/routes.server.ts';
import { adminApprovalRoutes } from '#people/approvals/admin-routes.server.ts';
import { adminDonorRoutes } from '#people/donors/admin-routes.server.ts';
import { legalRoutes } from '#people/legal/routes.server.ts';
import { preferenceRoutes } from '#people/mail/preference-routes.server.ts';
import { mailRoutes } from '#people/mail/routes.server.ts';
import { mailTemplateRoutes } from '#people/mail/template-routes.server.ts';
import { adminInboxRoutes } from '#people/messages/admin-routes.server.ts';
import { auditQuestionDoors } from '#people/messages/audit-question-routes.server.ts';
import { inboundMailRoutes } from '#people/messages/inbound-routes.server.ts';
import { inboxRoutes } from '#people/messages/routes.server.ts';
import { replyTemplateRoutes } from '#people/messages/template-routes.server.ts';
import { adminThreadRoutes, ownThreadRoutes } from '#people/messages/thread-routes.server.ts';
import { personalDataRoutes } from '#people/personal-data/routes.server.ts';
import { adminPeopleRoutes } from '#people/roles/admin-routes.server.ts';
import { associatePeopleRoutes } from '#people/roles/associate-routes.server.ts';
import { invitationRoutes } from '#people/roles/routes.server.ts';
import { adminSecurityRoutes } from '#people/security/admin-routes.server.ts';
import { serviceFactsRoutes } from '#people/service-facts/routes.server.ts';
import { refuseBeforeOpening, setupRoutes } from '#people/setup/routes.server.ts';
import { authRoutes } from '#people/sign-in/routes.server.ts';
import { achievementRoutes } from '#site/achievements/routes.server.ts';
import { adminContentRoutes } from '#site/content/admin-routes.server.ts';
import { discoveryRoutes } from '#site/discovery/routes.server.ts';
import { lookRoutes } from '#site/looks/routes.server.ts';
import { previewRoutes } from '#site/previews/routes.server.ts';
import { restoreDoors } from '#start/backups/restore-routes.server.ts';
import { healthRoutes } from '#start/health/routes.server.ts';
import { appraisalDoors } from '#warehouse/appraisals/routes.server.ts';
import { dealerLedgerDoors } from '#warehouse/dealer-ledger/routes.server.ts';
import { estimateDoors } from '#warehouse/estimates/routes.server.ts';
import { adminIdentityDoors } from '#warehouse/identity-checks/admin-routes.server.ts';
import { identityDoors } from '#warehouse/identity-checks/routes.server.ts';
import { intakeDoors } from '#warehouse/intake/admin-routes.server.ts';
import { boxExceptionDoors } from '#warehouse/intake/exception-routes.server.ts';
import { kitDoors } from '#warehouse/kits/routes.server.ts';
import { resultDoors } from '#warehouse/results/routes.server.ts';
import { waitingDoors } from '#warehouse/results/waiting/routes.server.ts';
import { trackingDoors } from '#warehouse/tracking/admin-routes.server.ts';
import { ownParcelDoors } from '#warehouse/tracking/routes.server.ts';
import type { Services } from './services.server.ts';

/** Declared calls (docs/architecture.md, Doors). */
const doors = [
  ...remittanceDoors,
  ...saleDoors,
  ...bankLineDoors,
  ...bookDoors,
  ...journalDoors,
  ...bankAnswerDoors,
  ...bankAccountDoors,
  ...monthCloseDoors,
  ...adminFundDoors,
  ...fundDoors,
  ...ledgerDoors,
  ...moneyDoors,
  ...fiscalYearDoors,
  ...statementDoors,
  ...giverConsentDoors,
  ...giverListDoors,
  ...acceptanceDoors,
  ...campaignDoors,
  ...donationDoors,
  ...profileDoors,
  ...receiptDoors,
  ...dealerLedgerDoors,
  ...appraisalDoors,
  ...estimateDoors,
  ...identityDoors,
  ...adminIdentityDoors,
  ...resultDoors,
  ...waitingDoors,
  ...intakeDoors,
  ...boxExceptionDoors,
  ...kitDoors,
  ...trackingDoors,
  ...ownParcelDoors,
  ...applicationDoors,
  ...adminApplicationDoors,
  ...traceDoors,
  ...pledgeDoors,
  ...pledgeWritingDoors,
  ...adminPledgeDoors,
  ...receiptRunDoors,
  ...todayDoors,
  ...searchDoors,
  ...restoreDoors,
  ...publicLogDoors,
  ...auditQuestionDoors,
  ...confirmationDoors,
  ...useReportDoors,
  ...adminUseReportDoors,
] as const;
/** Types of the declared calls by method and path, for the browser. */
export type Calls = CallsOf<(typeof doors)[number]>;

/** Routes of nouns whose calls are not declared as doors yet. */
const rooms: readonly ((app: App, services: Services) => unknown)[] = [
  authRoutes,
  accountRoutes,
  personalDataRoutes,
  associateRoutes,
  associatePictureRoutes,
  adminAssociateRoutes,
  associateListingRoutes,
  associateImportRoutes,
  challengeRoutes,
  achievementRoutes,
  imageRoutes,
  previewRoutes,
  discoveryRoutes,
  healthRoutes,
  mailRoutes,
  mailTemplateRoutes,
  preferenceRoutes,
  adminRoutes,
  adminSecurityRoutes,
  viewRoutes,
  adminContentRoutes,
  staffRoutes,
  roomRoutes,
  thanksTemplateRoutes,
  lookRoutes,
  inboxRoutes,
  adminInboxRoutes,
  invitationRoutes,
  adminPeopleRoutes,
  associatePeopleRoutes,
  adminApprovalRoutes,
  adminDonorRoutes,
  markdownRoutes,
  setupRoutes,
  serviceFactsRoutes,
  flyerRoutes,
  widgetRoutes,
  adminThreadRoutes,
  ownThreadRoutes,
  replyTemplateRoutes,
  inboundMailRoutes,
  legalRoutes,
];

/** Mounts every noun's routes under its prefix, yielding in between to the opening of the database. */
export async function mountRoutes(app: App, services: Services) {
  await openApiRoutes(app);
  freshAnswers(app, services);
  refuseBeforeOpening(app, services);
  for (const mount of rooms) {
    await mount(app, services);
    await othersDone();
  }
  for (const one of doors) {
    one.mount(app, services.ctx);
    await othersDone();
  }
  logRoutes(app, services.ctx);
}
