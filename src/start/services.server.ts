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
import { topics as watchedTopics } from '#kit/topics/topics.server.ts';
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
  const topics = watchedTopics(dependencies);
  const signIn = auth(dependencies);
  const organisations = associates({ ...dependencies, topics });
  const calls = campaigns({ ...dependencies, topics, associates: organisations });
  const facts = serviceFacts({ ...dependencies, topics });
  const lawful = legal({ ...dependencies, topics, facts });
  const accepted = acceptance({ ...dependencies, topics, legal: lawful });
  const shown = { pledges: pledges({ ...dependencies, topics }), images: images(dependencies) };
  const secondPerson = approvals({
    ...dependencies,
    // An effect may be the books of a whole month.
    db: withTimeout(dependencies.db),
    forget: signIn.forget,
    effects: {
      role: roleEffect(dependencies),
      'bank-account': bankAccountEffect(dependencies),
      'remittance-run': remittanceRunEffect(dependencies),
      'month-close': monthCloseEffect(dependencies),
      'associate-merge': associateMergeEffect(dependencies),
      'fund-payout': fundPayoutEffect(dependencies),
    },
    shows: {
      role: showRole,
      'bank-account': showBankAccount,
      'remittance-run': showRun(dependencies),
      'month-close': showMonthClose,
      'associate-merge': showMerge,
      'fund-payout': showPayout,
    },
  });
  const adminSees = {
    applications: applications({ ...dependencies, acceptance: accepted }),
    mail: mail(dependencies),
    achievements: achievements({ ...dependencies, topics, associates: organisations }),
  };
  const measured = measuredDays({ ...dependencies, topics });
  const doors = opening({ ...dependencies, topics });
  const payingFunds = funds({ ...dependencies, topics });
  const claims = costClaims({
    ...dependencies,
    topics,
    associates: organisations,
    funds: payingFunds,
  });
  const content = siteContent({
    ...dependencies,
    topics,
    acceptance: accepted,
    costClaims: claims,
  });
  const siteFacts = site({
    ...dependencies,
    topics,
    associates: organisations,
    campaigns: calls,
    opening: doors,
    legal: lawful,
    acceptance: accepted,
    content,
  });
  const checks = identity(dependencies);
  const pages = associateVersions(dependencies);
  const written = {
    pages,
    thanks: thanks(dependencies),
    activities: activities(dependencies),
  };
  const published = {
    pages: written.pages,
    thanks: written.thanks.versions,
    activities: written.activities.versions,
  };
  const personal = personalData({ ...dependencies, ...shown, forget: signIn.forget });
  const isSample = async () => (await siteFacts.facts()).isSample;
  const papers = receipts({ ...dependencies, images: shown.images, isSample });
  /** For background work. */
  const behind = forWork(dependencies);
  return {
    /** What use cases are handed that need no service. */
    ctx: dependencies,
    ...adminSees,
    topics,
    legal: lawful,
    acceptance: accepted,
    auth: signIn,
    accounts: accounts({ ...dependencies, forget: signIn.forget }),
    personalData: personal,
    profiles: profiles(dependencies),
    profilePictures: profilePictures({ ...dependencies, images: shown.images }),
    donations: donations(dependencies),
    ...shown,
    pictureLinks: pictureLinks(dependencies),
    previews: previews({ ...dependencies, ...shown, associates: organisations, campaigns: calls }),
    results: results({ ...dependencies, db: withTimeout(dependencies.db) }),
    security: security(dependencies),
    measuredDays: measured,
    retention: retention({
      ...behind,
      sweeps: [
        images(behind).forgetUnused,
        dependencies.drawings.tidy,
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
    rooms: rooms({ ...dependencies, ...published }),
    looks: createDraftReviews({
      ...dependencies,
      associate: published.pages,
      activity: published.activities,
      thanks: published.thanks,
    }),
    adminAssociates: adminAssociates(dependencies),
    associatesFromListings: associatesFromListings({
      ...dependencies,
      inviteEditor: (tx, operator, invited) =>
        sendInvitation(
          tx,
          operator,
          { ...invited, role: 'staff', staffRole: 'editor' },
          dependencies,
        ),
    }),
    associateSeals: seals({ ...dependencies, images: shown.images }),
    associatePages: pages,
    associateImports: associateImports({ ...dependencies, pages }),
    associatePictures: associatePictures({ ...dependencies, images: shown.images }),
    challenges: challenges({ ...dependencies, topics, associates: organisations }),
    campaigns: calls,
    campaignVersions: campaignVersions(dependencies),
    campaignPictures: campaignPictures({ ...dependencies, images: shown.images }),
    siteContent: content,
    flyers: flyers({ ...dependencies, associates: organisations }),
    discovery: discovery({
      ...dependencies,
      ...shown,
      topics,
      campaigns: calls,
      opening: doors,
      facts,
    }),
    site: siteFacts,
    facts,
    opening: doors,
    setup: setup(dependencies),
    sitePreview: sitePreview({ ...dependencies, opening: doors }),
    receipts: papers,
    receiptDoubles: createReceiptDoubles(dependencies),
    receiptRunWork: receiptRunWork(behind),
    health: health(dependencies),
    defects: dependencies.defects,
    observing: dependencies.observing,
    identity: checks,
    inbox: inbox(dependencies),
    threads: threads(dependencies),
    senderWords: createSenderThreads(dependencies),
    inboundMail: inboundMail(dependencies),
    replyTemplates: replyTemplates(dependencies),
    staff: staff(dependencies),
    giverLists: giverLists({ ...dependencies, copied: papers.copied }),
    statements: statements({ ...dependencies, isSample }),
    approvals: secondPerson,
    waitingConfirmations: waitingConfirmations(behind),
    funds: payingFunds,
    costClaims: claims,
    people: people({
      ...dependencies,
      forget: signIn.forget,
      letIn: signIn.letIn,
    }),
    views: views(dependencies),
    markdown: markdown(dependencies),
    widgets: widgets({ associates: organisations }),
    preferences: preferences(dependencies),
    resending: resending(dependencies),
    mailTemplates: mailTemplates(dependencies),
    admin: admin({
      ...dependencies,
      ...adminSees,
    }),
    adminLists: adminLists(dependencies),
    ownParcels: ownParcels({ ...dependencies, acceptance: accepted }),
    donors: donors({ ...dependencies, forget: signIn.forget, personalData: personal }),
  };
}
export type Services = ReturnType<typeof createServices>;
