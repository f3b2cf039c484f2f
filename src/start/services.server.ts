import { acceptance } from '#giving/acceptance/acceptance.server.ts';
import { applications } from '#giving/applications/applications.server.ts';
import { reminders } from '#giving/applications/reminders/reminders.server.ts';
import { campaignPictures } from '#giving/campaigns/campaign-pictures.server.ts';
import { campaignVersions } from '#giving/campaigns/campaign-versions.server.ts';
import { campaigns } from '#giving/campaigns/campaigns.server.ts';
import { donations } from '#giving/donations/donations.server.ts';
import { giverLists } from '#giving/giver-lists/giver-lists.server.ts';
import { pledges } from '#giving/pledges/pledges.server.ts';
import { profilePictures } from '#giving/profiles/profile-pictures.server.ts';
import { profiles } from '#giving/profiles/profiles.server.ts';
import { measuredDays } from '#giving/promised-days/measured-days.server.ts';
import { overdueMails } from '#giving/promised-days/overdue-mails.server.ts';
import { receiptRunWork } from '#giving/receipt-runs/run-work.server.ts';
import { createReceiptDoubles } from '#giving/receipts/doubles.server.ts';
import { receipts } from '#giving/receipts/receipts.server.ts';
import { withTimeout } from '#kit/db/database.server.ts';
import { type Dependencies, forWork } from '#kit/dependencies.server.ts';
import { removeRecordedFiles } from '#kit/files/file-removals.server.ts';
import { images } from '#kit/images/images.server.ts';
import { pictureLinks } from '#kit/images/picture-links.server.ts';
import { markdown } from '#kit/markdown/markdown.server.ts';
import { contextOf } from '#kit/topics/kept.server.ts';
import { bankAccountEffect } from '#money/bank-accounts/bank-accounts.server.ts';
import { showBankAccount } from '#money/bank-accounts/show-account.server.ts';
import { fundPayoutEffect } from '#money/funds/decide-payout.server.ts';
import { funds } from '#money/funds/funds.server.ts';
import { showPayout } from '#money/funds/show-payout.server.ts';
import { costClaims } from '#money/ledger/cost-claims.server.ts';
import { monthCloseEffect } from '#money/month-close/month-close.server.ts';
import { showMonthClose } from '#money/month-close/show-close.server.ts';
import { remittanceRunEffect } from '#money/remittances/approve-run.server.ts';
import { waitingConfirmations } from '#money/remittances/confirm-waiting.server.ts';
import { showRun } from '#money/remittances/show-run.server.ts';
import { statements } from '#money/statements/statements.server.ts';
import { compactSums } from '#money/sums/kept-sums.server.ts';
import { adminLists } from '#office/shell/lists.server.ts';
import { admin } from '#office/shell/today.server.ts';
import { activities } from '#organisations/activities/activities.server.ts';
import { adminAssociates } from '#organisations/associates/admin-associates.server.ts';
import { associatePictures } from '#organisations/associates/associate-pictures.server.ts';
import { associateVersions } from '#organisations/associates/associate-versions.server.ts';
import { associates } from '#organisations/associates/associates.server.ts';
import { certificationAlertMails } from '#organisations/associates/certification-alerts.server.ts';
import { associatesFromListings } from '#organisations/associates/from-listing.server.ts';
import { associateImports } from '#organisations/associates/import/import-associates.server.ts';
import { associateMergeEffect } from '#organisations/associates/merge.server.ts';
import { seals } from '#organisations/associates/seals.server.ts';
import { challenges } from '#organisations/challenges/challenges.server.ts';
import { flyers } from '#organisations/flyers/flyers.server.ts';
import { rooms } from '#organisations/room/rooms.server.ts';
import { staff } from '#organisations/room/staff.server.ts';
import { thanksDelivery } from '#organisations/thanks/delivery.server.ts';
import { thanks } from '#organisations/thanks/thanks.server.ts';
import { views } from '#organisations/views/views.server.ts';
import { widgets } from '#organisations/widget/widgets.server.ts';
import { accounts } from '#people/accounts/accounts.server.ts';
import { approvals } from '#people/approvals/approvals.server.ts';
import { showMerge } from '#people/approvals/show-merge.server.ts';
import { donors } from '#people/donors/donors.server.ts';
import { legal } from '#people/legal/legal.server.ts';
import { mail } from '#people/mail/mail.server.ts';
import { mailTemplates } from '#people/mail/mail-templates.server.ts';
import { preferences } from '#people/mail/preferences.server.ts';
import { resending } from '#people/mail/resending.server.ts';
import { inboundMail } from '#people/messages/inbound-mail.server.ts';
import { inbox } from '#people/messages/inbox.server.ts';
import { replyTemplates } from '#people/messages/reply-templates.server.ts';
import { createSenderThreads } from '#people/messages/sender-words.server.ts';
import { threads } from '#people/messages/threads.server.ts';
import { personalData } from '#people/personal-data/personal-data.server.ts';
import { retention } from '#people/retention/retention.server.ts';
import { sendInvitation } from '#people/roles/invitations.server.ts';
import { people } from '#people/roles/people.server.ts';
import { roleEffect } from '#people/roles/role-effect.server.ts';
import { showRole } from '#people/roles/show-role.server.ts';
import { security } from '#people/security/security.server.ts';
import { serviceFacts } from '#people/service-facts/service-facts.server.ts';
import { opening } from '#people/setup/opening.server.ts';
import { setup } from '#people/setup/setup.server.ts';
import { sitePreview } from '#people/setup/site-preview.server.ts';
import { auth } from '#people/sign-in/auth.server.ts';
import { achievements } from '#site/achievements/achievements.server.ts';
import { siteContent } from '#site/content/site-content.server.ts';
import { site } from '#site/directory/site.server.ts';
import { discovery } from '#site/discovery/discovery.server.ts';
import { createDraftReviews } from '#site/looks/looks.server.ts';
import { previews } from '#site/previews/previews.server.ts';
import { health } from '#start/health/health.server.ts';
import { forgetOldEntries } from '#warehouse/dealer-ledger/dealer-ledger.server.ts';
import { identity } from '#warehouse/identity-checks/identity-checks.server.ts';
import { results } from '#warehouse/results/results.server.ts';
import { ownParcels } from '#warehouse/tracking/own-parcels.server.ts';

/** All use cases; API routes and pages call the same functions. */
export function createServices(dependencies: Dependencies) {
  const ctx = contextOf(dependencies);
  const { topics } = ctx;
  const signIn = auth(ctx);
  const organisations = associates(ctx);
  const calls = campaigns({ ...ctx, associates: organisations });
  const facts = serviceFacts(ctx);
  const lawful = legal({ ...ctx, facts });
  const accepted = acceptance({ ...ctx, legal: lawful });
  const shown = { pledges: pledges(ctx), images: images(ctx) };
  const secondPerson = approvals({
    ...ctx,
    // An effect may be the books of a whole month.
    db: withTimeout(ctx.db),
    forget: signIn.forget,
    effects: {
      role: roleEffect(ctx),
      'bank-account': bankAccountEffect(ctx),
      'remittance-run': remittanceRunEffect(ctx),
      'month-close': monthCloseEffect(ctx),
      'associate-merge': associateMergeEffect(ctx),
      'fund-payout': fundPayoutEffect(ctx),
    },
    shows: {
      role: showRole,
      'bank-account': showBankAccount,
      'remittance-run': showRun(ctx),
      'month-close': showMonthClose,
      'associate-merge': showMerge,
      'fund-payout': showPayout,
    },
  });
  const adminSees = {
    applications: applications({ ...ctx, acceptance: accepted }),
    mail: mail(ctx),
    achievements: achievements({ ...ctx, associates: organisations }),
  };
  const measured = measuredDays(ctx);
  const doors = opening(ctx);
  const payingFunds = funds(ctx);
  const claims = costClaims({
    ...ctx,
    associates: organisations,
    funds: payingFunds,
  });
  const content = siteContent({
    ...ctx,
    acceptance: accepted,
    costClaims: claims,
  });
  const siteFacts = site({
    ...ctx,
    associates: organisations,
    campaigns: calls,
    opening: doors,
    legal: lawful,
    acceptance: accepted,
    content,
  });
  const checks = identity(ctx);
  const pages = associateVersions(ctx);
  const written = {
    pages,
    thanks: thanks(ctx),
    activities: activities(ctx),
  };
  const published = {
    pages: written.pages,
    thanks: written.thanks.versions,
    activities: written.activities.versions,
  };
  const personal = personalData({ ...ctx, ...shown, forget: signIn.forget });
  const isSample = async () => (await siteFacts.facts()).isSample;
  const papers = receipts({ ...ctx, images: shown.images, isSample });
  /** For background work. */
  const behind = forWork(ctx);
  return {
    /** What use cases are handed that need no service. */
    ctx,
    ...adminSees,
    topics,
    legal: lawful,
    acceptance: accepted,
    auth: signIn,
    accounts: accounts({ ...ctx, forget: signIn.forget }),
    personalData: personal,
    profiles: profiles(ctx),
    profilePictures: profilePictures({ ...ctx, images: shown.images }),
    donations: donations(ctx),
    ...shown,
    pictureLinks: pictureLinks(ctx),
    previews: previews({ ...ctx, ...shown, associates: organisations, campaigns: calls }),
    results: results({ ...ctx, db: withTimeout(ctx.db) }),
    security: security(ctx),
    measuredDays: measured,
    retention: retention({
      ...behind,
      sweeps: [
        images(behind).forgetUnused,
        ctx.drawings.tidy,
        identity(behind).forgetOver,
        () => forgetOldEntries(behind),
        () => removeRecordedFiles(behind),
        personal.endLegalHolds,
        reminders(behind).write,
        secondPerson.settleByTime,
        certificationAlertMails(behind).write,
        overdueMails(behind).write,
        measured.measure,
        () => compactSums(behind.db),
      ],
    }),
    associates: organisations,
    thanks: written.thanks,
    activities: written.activities,
    thanksDelivery: thanksDelivery(behind),
    rooms: rooms({ ...ctx, ...published }),
    looks: createDraftReviews({
      ...ctx,
      associate: published.pages,
      activity: published.activities,
      thanks: published.thanks,
    }),
    adminAssociates: adminAssociates(ctx),
    associatesFromListings: associatesFromListings({
      ...ctx,
      inviteEditor: (tx, operator, invited) =>
        sendInvitation(tx, operator, { ...invited, role: 'staff', staffRole: 'editor' }, ctx),
    }),
    associateSeals: seals({ ...ctx, images: shown.images }),
    associatePages: pages,
    associateImports: associateImports({ ...ctx, pages }),
    associatePictures: associatePictures({ ...ctx, images: shown.images }),
    challenges: challenges({ ...ctx, associates: organisations }),
    campaigns: calls,
    campaignVersions: campaignVersions(ctx),
    campaignPictures: campaignPictures({ ...ctx, images: shown.images }),
    siteContent: content,
    flyers: flyers({ ...ctx, associates: organisations }),
    discovery: discovery({
      ...ctx,
      ...shown,
      topics,
      campaigns: calls,
      opening: doors,
      facts,
    }),
    site: siteFacts,
    facts,
    opening: doors,
    setup: setup(ctx),
    sitePreview: sitePreview({ ...ctx, opening: doors }),
    receipts: papers,
    receiptDoubles: createReceiptDoubles(ctx),
    receiptRunWork: receiptRunWork(behind),
    health: health(ctx),
    defects: ctx.defects,
    observing: ctx.observing,
    identity: checks,
    inbox: inbox(ctx),
    threads: threads(ctx),
    senderWords: createSenderThreads(ctx),
    inboundMail: inboundMail(ctx),
    replyTemplates: replyTemplates(ctx),
    staff: staff(ctx),
    giverLists: giverLists({ ...ctx, copied: papers.copied }),
    statements: statements({ ...ctx, isSample }),
    approvals: secondPerson,
    waitingConfirmations: waitingConfirmations(behind),
    funds: payingFunds,
    costClaims: claims,
    people: people({
      ...ctx,
      forget: signIn.forget,
      letIn: signIn.letIn,
    }),
    views: views(ctx),
    markdown: markdown(ctx),
    widgets: widgets({ associates: organisations }),
    preferences: preferences(ctx),
    resending: resending(ctx),
    mailTemplates: mailTemplates(ctx),
    admin: admin({ ...ctx, ...adminSees }),
    adminLists: adminLists(ctx),
    ownParcels: ownParcels({ ...ctx, acceptance: accepted }),
    donors: donors({ ...ctx, forget: signIn.forget, personalData: personal }),
  };
}
export type Services = ReturnType<typeof createServices>;
