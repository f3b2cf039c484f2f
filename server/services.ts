import { acceptance } from './acceptance/acceptance.ts';
import { accounts } from './accounts/accounts.ts';
import { achievements } from './achievements/achievements.ts';
import { activities } from './activities/activities.ts';
import { adminLists } from './admin/lists.ts';
import { menuCounts } from './admin/menu-counts.ts';
import { admin } from './admin/today.ts';
import { applications } from './applications/applications.ts';
import { reminders } from './applications/reminders/reminders.ts';
import { appraisals } from './appraisals/appraisals.ts';
import { approvals } from './approvals/approvals.ts';
import { showMerge } from './approvals/show-merge.ts';
import { adminAssociates } from './associates/admin-associates.ts';
import { associatePictures } from './associates/associate-pictures.ts';
import { associateVersions } from './associates/associate-versions.ts';
import { associates } from './associates/associates.ts';
import { certificationAlertMails } from './associates/certification-alerts.ts';
import { associatesFromListings } from './associates/from-listing.ts';
import { associateImports } from './associates/import/import-associates.ts';
import { associateMergeEffect } from './associates/merge.ts';
import { seals } from './associates/seals.ts';
import { auth } from './auth/auth.ts';
import { bankAccountEffect, bankAccounts } from './bank-accounts/bank-accounts.ts';
import { showBankAccount } from './bank-accounts/show-account.ts';
import { bankAnswers } from './bank-answers/bank-answers.ts';
import { bankLines } from './bank-lines/bank-lines.ts';
import { books } from './books/books.ts';
import { campaignPictures } from './campaigns/campaign-pictures.ts';
import { campaignVersions } from './campaigns/campaign-versions.ts';
import { campaigns } from './campaigns/campaigns.ts';
import { challenges } from './challenges/challenges.ts';
import { siteContent } from './content/site-content.ts';
import { withTimeout } from './db/database.ts';
import { dealerLedger } from './dealer-ledger/dealer-ledger.ts';
import { type Dependencies, forWork } from './dependencies.ts';
import { discovery } from './discovery/discovery.ts';
import { donations } from './donations/donations.ts';
import { donors } from './donors/donors.ts';
import { flyers } from './flyers/flyers.ts';
import { fundPayoutEffect } from './funds/decide-payout.ts';
import { funds } from './funds/funds.ts';
import { showPayout } from './funds/show-payout.ts';
import { giverLists } from './giver-lists/giver-lists.ts';
import { health } from './health/health.ts';
import { identity } from './identity-checks/identity-checks.ts';
import { images } from './images/images.ts';
import { pictureLinks } from './images/picture-links.ts';
import { inboundMail } from './inbox/inbound-mail.ts';
import { inbox } from './inbox/inbox.ts';
import { replyTemplates } from './inbox/reply-templates.ts';
import { createSenderThreads } from './inbox/sender-words.ts';
import { threads } from './inbox/threads.ts';
import { intake } from './intake/intake.ts';
import { journals } from './journals/journals.ts';
import { kits } from './kits/kits.ts';
import { costClaims } from './ledger/cost-claims.ts';
import { legal } from './legal/legal.ts';
import { createDraftReviews } from './looks/looks.ts';
import { mail } from './mail/mail.ts';
import { mailTemplates } from './mail/mail-templates.ts';
import { preferences } from './mail/preferences.ts';
import { resending } from './mail/resending.ts';
import { markdown } from './markdown/markdown.ts';
import { money } from './money/money.ts';
import { monthClose, monthCloseEffect } from './month-close/month-close.ts';
import { showMonthClose } from './month-close/show-close.ts';
import { removeRecordedFiles } from './outside/file-removals.ts';
import { sendInvitation } from './people/invitations.ts';
import { people } from './people/people.ts';
import { roleEffect } from './people/role-effect.ts';
import { showRole } from './people/show-role.ts';
import { personalData } from './personal-data/personal-data.ts';
import { adminPledges } from './pledges/admin-pledges.ts';
import { pledgeReplies } from './pledges/pledge-replies.ts';
import { pledgeReports } from './pledges/pledge-reports.ts';
import { pledgeWriting } from './pledges/pledge-writing.ts';
import { pledges } from './pledges/pledges.ts';
import { previews } from './previews/previews.ts';
import { profilePictures } from './profiles/profile-pictures.ts';
import { profiles } from './profiles/profiles.ts';
import { measuredDays } from './promised-days/measured-days.ts';
import { overdueMails } from './promised-days/overdue-mails.ts';
import { receiptRunsOf } from './receipt-runs/receipt-runs.ts';
import { createReceiptDoubles } from './receipts/doubles.ts';
import { receipts } from './receipts/receipts.ts';
import { remittanceRunEffect } from './remittances/approve-run.ts';
import { waitingConfirmations } from './remittances/confirm-waiting.ts';
import { showRun } from './remittances/show-run.ts';
import { results } from './results/results.ts';
import { retention } from './retention/retention.ts';
import { sales } from './sales/sales.ts';
import { security } from './security/security.ts';
import { serviceFacts } from './service-facts/service-facts.ts';
import { opening } from './setup/opening.ts';
import { setup } from './setup/setup.ts';
import { sitePreview } from './setup/site-preview.ts';
import { site } from './site/site.ts';
import { rooms } from './staff/rooms.ts';
import { staff } from './staff/staff.ts';
import { fiscalYears } from './statements/fiscal-years.ts';
import { statements } from './statements/statements.ts';
import { compactSums } from './sums/kept-sums.ts';
import { thanksDelivery } from './thanks/delivery.ts';
import { thanks } from './thanks/thanks.ts';
import { topics as watchedTopics } from './topics/topics.ts';
import { tracking } from './tracking/tracking.ts';
import { views } from './views/views.ts';
import { widgets } from './widget/widgets.ts';

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
  const ledger = dealerLedger(dependencies);
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
    appraisals: appraisals({
      ...dependencies,
      images: shown.images,
      signed: pictureLinks(dependencies).signed,
    }),
    intake: intake({
      ...dependencies,
      images: shown.images,
      pictureLinks: pictureLinks(dependencies),
    }),
    pledgeWriting: pledgeWriting({ ...dependencies, images: shown.images }),
    pledgeReports: pledgeReports(dependencies),
    adminPledges: adminPledges(dependencies),
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
        dealerLedger(behind).forgetOver,
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
    pledgeReplies: pledgeReplies(dependencies),
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
    receiptRuns: receiptRunsOf({ ...dependencies, isSample, printed: papers.printed }),
    health: health(dependencies),
    defects: dependencies.defects,
    observing: dependencies.observing,
    identity: checks,
    ledger,
    books: books(dependencies),
    money: money(dependencies),
    inbox: inbox(dependencies),
    threads: threads(dependencies),
    senderWords: createSenderThreads(dependencies),
    inboundMail: inboundMail(dependencies),
    replyTemplates: replyTemplates(dependencies),
    menuCounts: menuCounts(dependencies),
    staff: staff(dependencies),
    giverLists: giverLists({ ...dependencies, copied: papers.copied }),
    fiscalYears: fiscalYears(dependencies),
    statements: statements({ ...dependencies, isSample }),
    approvals: secondPerson,
    waitingConfirmations: waitingConfirmations(behind),
    bankAnswers: bankAnswers(dependencies),
    bankLines: bankLines(dependencies),
    sales: sales(dependencies),
    journals: journals(dependencies),
    monthClose: monthClose(dependencies),
    funds: payingFunds,
    costClaims: claims,
    bankAccounts: bankAccounts(dependencies),
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
    admin: admin({ ...dependencies, ...adminSees }),
    adminLists: adminLists(dependencies),
    tracking: tracking({ ...dependencies, acceptance: accepted }),
    kits: kits(dependencies),
    donors: donors({ ...dependencies, forget: signIn.forget, personalData: personal }),
  };
}
export type Services = ReturnType<typeof createServices>;
