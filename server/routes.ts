import { setImmediate as othersDone } from 'node:timers/promises';
import { acceptanceRoutes } from './acceptance/routes.ts';
import { accountRoutes } from './accounts/routes.ts';
import { achievementRoutes } from './achievements/routes.ts';
import { adminRoutes } from './admin/routes.ts';
import { adminApplicationRoutes } from './applications/admin-routes.ts';
import { applicationRoutes } from './applications/routes.ts';
import { appraisalRoutes } from './appraisals/routes.ts';
import { adminApprovalRoutes } from './approvals/admin-routes.ts';
import { adminAssociateRoutes } from './associates/admin-routes.ts';
import { associateImportRoutes } from './associates/import/import-routes.ts';
import { associateListingRoutes } from './associates/listing-routes.ts';
import { associatePictureRoutes } from './associates/picture-routes.ts';
import { associateRoutes } from './associates/routes.ts';
import { authRoutes } from './auth/routes.ts';
import { adminBankAccountRoutes } from './bank-accounts/admin-routes.ts';
import { adminBankAnswerRoutes } from './bank-answers/admin-routes.ts';
import { adminBankLineRoutes } from './bank-lines/admin-routes.ts';
import { bookRoutes } from './books/admin-routes.ts';
import { adminCampaignRoutes } from './campaigns/admin-routes.ts';
import { campaignPictureRoutes } from './campaigns/picture-routes.ts';
import { challengeRoutes } from './challenges/routes.ts';
import { adminContentRoutes } from './content/admin-routes.ts';
import { dealerLedgerRoutes } from './dealer-ledger/routes.ts';
import { discoveryRoutes } from './discovery/routes.ts';
import { donationRoutes } from './donations/routes.ts';
import { adminDonorRoutes } from './donors/admin-routes.ts';
import { flyerRoutes } from './flyers/routes.ts';
import { adminFundRoutes } from './funds/admin-routes.ts';
import { fundRoutes } from './funds/routes.ts';
import { giverListRoutes } from './giver-lists/routes.ts';
import { healthRoutes } from './health/routes.ts';
import type { App } from './http/app.ts';
import type { CallsOf } from './http/door.ts';
import { adminIdentityRoutes } from './identity-checks/admin-routes.ts';
import { identityReviewRoutes } from './identity-checks/review-routes.ts';
import { identityRoutes } from './identity-checks/routes.ts';
import { imageRoutes } from './images/routes.ts';
import { adminInboxRoutes } from './inbox/admin-routes.ts';
import { inboundMailRoutes } from './inbox/inbound-routes.ts';
import { inboxRoutes } from './inbox/routes.ts';
import { replyTemplateRoutes } from './inbox/template-routes.ts';
import { adminThreadRoutes, ownThreadRoutes } from './inbox/thread-routes.ts';
import { intakeRoutes } from './intake/admin-routes.ts';
import { boxExceptionRoutes } from './intake/exception-routes.ts';
import { adminJournalRoutes } from './journals/admin-routes.ts';
import { kitRoutes } from './kits/routes.ts';
import { legalRoutes } from './legal/routes.ts';
import { lookRoutes } from './looks/routes.ts';
import { preferenceRoutes } from './mail/preference-routes.ts';
import { mailRoutes } from './mail/routes.ts';
import { mailTemplateRoutes } from './mail/template-routes.ts';
import { markdownRoutes } from './markdown/routes.ts';
import { moneyRoutes } from './money/admin-routes.ts';
import { adminMonthCloseRoutes } from './month-close/admin-routes.ts';
import { openApiRoutes } from './openapi/routes.ts';
import { adminPeopleRoutes } from './people/admin-routes.ts';
import { associatePeopleRoutes } from './people/associate-routes.ts';
import { invitationRoutes } from './people/routes.ts';
import { personalDataRoutes } from './personal-data/routes.ts';
import { adminPledgeRoutes } from './pledges/admin-routes.ts';
import { pledgeRoutes } from './pledges/routes.ts';
import { pledgeWritingRoutes } from './pledges/writing-routes.ts';
import { previewRoutes } from './previews/routes.ts';
import { profilePictureRoutes } from './profiles/picture-routes.ts';
import { profileRoutes } from './profiles/routes.ts';
import { receiptRunRoutes } from './receipt-runs/routes.ts';
import { receiptAdminRoutes } from './receipts/admin-routes.ts';
import { receiptRoutes } from './receipts/routes.ts';
import { remittanceDoors } from './remittances/admin-routes.ts';
import { correctionRoutes } from './results/corrections/routes.ts';
import { resultRoutes } from './results/routes.ts';
import { waitingRoutes } from './results/waiting/waiting-routes.ts';
import { adminSaleRoutes } from './sales/admin-routes.ts';
import { adminSecurityRoutes } from './security/admin-routes.ts';
import { serviceFactsRoutes } from './service-facts/routes.ts';
import type { Services } from './services.ts';
import { refuseBeforeOpening, setupRoutes } from './setup/routes.ts';
import { roomRoutes } from './staff/room-routes.ts';
import { staffRoutes } from './staff/routes.ts';
import { statementRoutes } from './statements/routes.ts';
import { thanksTemplateRoutes } from './thanks/template-routes.ts';
import { freshAnswers } from './topics/fresh-answers.ts';
import { adminTrackingRoutes } from './tracking/admin-routes.ts';
import { ownParcelRoutes } from './tracking/routes.ts';
import { viewRoutes } from './views/routes.ts';
import { widgetRoutes } from './widget/routes.ts';

/** Declared calls (docs/architecture.md, Doors). */
const doors = [...remittanceDoors] as const;
/** Types of the declared calls by method and path, for the browser. */
export type Calls = CallsOf<(typeof doors)[number]>;

/** Routes of nouns whose calls are not declared as doors yet. */
const rooms: readonly ((app: App, services: Services) => unknown)[] = [
  authRoutes,
  accountRoutes,
  personalDataRoutes,
  profileRoutes,
  profilePictureRoutes,
  applicationRoutes,
  adminApplicationRoutes,
  identityRoutes,
  adminIdentityRoutes,
  associateRoutes,
  associatePictureRoutes,
  adminAssociateRoutes,
  associateListingRoutes,
  associateImportRoutes,
  challengeRoutes,
  donationRoutes,
  receiptRoutes,
  receiptAdminRoutes,
  achievementRoutes,
  pledgeRoutes,
  pledgeWritingRoutes,
  adminPledgeRoutes,
  imageRoutes,
  previewRoutes,
  discoveryRoutes,
  resultRoutes,
  correctionRoutes,
  waitingRoutes,
  healthRoutes,
  mailRoutes,
  mailTemplateRoutes,
  preferenceRoutes,
  adminRoutes,
  adminSecurityRoutes,
  viewRoutes,
  adminCampaignRoutes,
  campaignPictureRoutes,
  adminContentRoutes,
  staffRoutes,
  roomRoutes,
  statementRoutes,
  giverListRoutes,
  receiptRunRoutes,
  thanksTemplateRoutes,
  lookRoutes,
  inboxRoutes,
  adminInboxRoutes,
  invitationRoutes,
  adminPeopleRoutes,
  associatePeopleRoutes,
  adminApprovalRoutes,
  adminBankAccountRoutes,
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
  acceptanceRoutes,
  legalRoutes,
  ownParcelRoutes,
  adminTrackingRoutes,
  kitRoutes,
  identityReviewRoutes,
  appraisalRoutes,
  dealerLedgerRoutes,
  bookRoutes,
  moneyRoutes,
  intakeRoutes,
  adminBankAnswerRoutes,
  adminBankLineRoutes,
  fundRoutes,
  adminFundRoutes,
  boxExceptionRoutes,
  adminMonthCloseRoutes,
  adminSaleRoutes,
  adminJournalRoutes,
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
}
