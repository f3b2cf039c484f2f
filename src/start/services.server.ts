import { currentOffer } from '#giving/acceptance/acceptance.server.ts';
import { reminders } from '#giving/applications/reminders/reminders.server.ts';
import { currentCampaigns, findCampaign } from '#giving/campaigns/campaigns.server.ts';
import { pledges } from '#giving/pledges/pledges.server.ts';
import { publicProfile } from '#giving/profiles/profiles.server.ts';
import { measureDays, shownDays } from '#giving/promised-days/measured-days.server.ts';
import { overdueMails } from '#giving/promised-days/overdue-mails.server.ts';
import { receiptRunWork } from '#giving/receipt-runs/run-work.server.ts';
import { soldMails } from '#giving/trace/sold-mails.server.ts';
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
import { findFund, fundPayoutsOf, fundTermsToday } from '#money/funds/funds.server.ts';
import { showPayout } from '#money/funds/show-payout.server.ts';
import { currentCostClaims } from '#money/ledger/cost-claims.server.ts';
import { monthCloseEffect } from '#money/month-close/month-close.server.ts';
import { showMonthClose } from '#money/month-close/show-close.server.ts';
import { readLedger } from '#money/public-book/ledger.server.ts';
import type { LedgerSelection } from '#money/public-book/ledger-selection.ts';
import { dailyPublication } from '#money/public-book/publish.server.ts';
import { publicLogWork } from '#money/public-log/log-work.server.ts';
import { remittanceRunEffect } from '#money/remittances/approve-run.server.ts';
import { waitingConfirmations } from '#money/remittances/confirm-waiting.server.ts';
import { showRun } from '#money/remittances/show-run.server.ts';
import { compactSums } from '#money/sums/kept-sums.server.ts';
import { adminLists } from '#office/shell/lists.server.ts';
import { admin } from '#office/shell/today.server.ts';
import { activities } from '#organisations/activities/activities.server.ts';
import { adminAssociates } from '#organisations/associates/admin-associates.server.ts';
import { associatePictures } from '#organisations/associates/associate-pictures.server.ts';
import { associateVersions } from '#organisations/associates/associate-versions.server.ts';
import { associatesOf } from '#organisations/associates/associates.server.ts';
import { certificationAlertMails } from '#organisations/associates/certification-alerts.server.ts';
import { associatesFromListings } from '#organisations/associates/from-listing.server.ts';
import { associateImports } from '#organisations/associates/import/import-associates.server.ts';
import { associateMergeEffect } from '#organisations/associates/merge.server.ts';
import { seals } from '#organisations/associates/seals.server.ts';
import { challenges } from '#organisations/challenges/challenges.server.ts';
import { remindOfConfirmations } from '#organisations/confirmations/confirmation-reminders.server.ts';
import { flyers } from '#organisations/flyers/flyers.server.ts';
import { rooms } from '#organisations/room/rooms.server.ts';
import { staff } from '#organisations/room/staff.server.ts';
import { thanksDelivery } from '#organisations/thanks/delivery.server.ts';
import { thanks } from '#organisations/thanks/thanks.server.ts';
import { publicUseReports } from '#organisations/use-reports/public-use-reports.server.ts';
import { reportTelling } from '#organisations/use-reports/tell-donors.server.ts';
import { publishAllUnreported } from '#organisations/use-reports/unreported.server.ts';
import { reportVersions } from '#organisations/use-reports/use-report-versions.server.ts';
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
import { currentEstimates, measureEstimates } from '#warehouse/estimates/estimates.server.ts';
import { countQuestions, recentQuestions } from '#warehouse/estimates/questions.server.ts';
import { paperFiles } from '#warehouse/identity-checks/paper-files.server.ts';
import { resultWork } from '#warehouse/results/notify-donors.server.ts';

/** All use cases; API routes and pages call the same functions. */
export function createServices(dependencies: Dependencies) {
  const ctx = contextOf(dependencies);
  const { topics } = ctx;
  const signIn = auth(ctx);
  const organisations = associatesOf(ctx);
  const facts = serviceFacts(ctx);
  const lawful = legal({ ...ctx, facts });
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
    mail: mail(ctx),
    achievements: achievements({ ...ctx, associates: organisations }),
  };
  const doors = opening(ctx);
  const content = siteContent({
    ...ctx,
    costClaims: { shown: () => currentCostClaims(ctx) },
  });
  const siteFacts = site({
    ...ctx,
    associates: organisations,
    opening: doors,
    legal: lawful,
    content,
  });
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
  /** For background work. */
  const behind = forWork(ctx);
  return {
    /** What use cases are handed that need no service. */
    ctx,
    /** Public reads, for the loaders of pages, whose files may not know the server's. */
    reads: {
      offer: () => currentOffer(ctx),
      costClaims: () => currentCostClaims(ctx),
      measuredDays: () => shownDays(ctx),
      estimates: () => currentEstimates(ctx),
      appraisalQuestions: () => recentQuestions(ctx),
      campaigns: () => currentCampaigns(ctx),
      campaign: (year: number, token: string) => findCampaign(ctx, year, token),
      publicProfile: (uid: string) => publicProfile(ctx, uid),
      fundTerms: () => fundTermsToday(ctx),
      fund: (id: string) => findFund(ctx, id),
      ledger: (selection: LedgerSelection, cursor?: string) => readLedger(ctx, selection, cursor),
      fundPayouts: (id: string) => fundPayoutsOf(ctx, id),
      useReports: (associateId: string) => publicUseReports(ctx, associateId),
    },
    ...adminSees,
    topics,
    legal: lawful,
    auth: signIn,
    accounts: accounts({ ...ctx, forget: signIn.forget }),
    personalData: personal,
    ...shown,
    pictureLinks: pictureLinks(ctx),
    previews: previews({
      ...ctx,
      ...shown,
      associates: organisations,
      campaigns: { find: (...one) => findCampaign(ctx, ...one) },
    }),
    resultWork: resultWork(behind),
    security: security(ctx),
    publication: dailyPublication(behind),
    retention: retention({
      ...behind,
      sweeps: [
        images(behind).forgetUnused,
        ctx.drawings.tidy,
        paperFiles(behind).forgetOver,
        () => forgetOldEntries(behind),
        () => removeRecordedFiles(behind),
        personal.endLegalHolds,
        reminders(behind).write,
        secondPerson.settleByTime,
        certificationAlertMails(behind).write,
        overdueMails(behind).write,
        () => remindOfConfirmations(behind),
        () => publishAllUnreported(behind),
        soldMails(behind).write,
        () => measureDays(ctx),
        () => measureEstimates(ctx),
        () => countQuestions(ctx),
        () => compactSums(behind.db),
      ],
    }),
    associates: organisations,
    thanks: written.thanks,
    activities: written.activities,
    thanksDelivery: thanksDelivery(behind),
    useReportTelling: reportTelling(behind),
    rooms: rooms({ ...ctx, ...published }),
    looks: createDraftReviews({
      ...ctx,
      associate: published.pages,
      activity: published.activities,
      thanks: published.thanks,
      'use-report': reportVersions(ctx),
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
    siteContent: content,
    flyers: flyers({ ...ctx, associates: organisations }),
    discovery: discovery({
      ...ctx,
      ...shown,
      topics,
      campaigns: { list: () => currentCampaigns(ctx) },
      opening: doors,
      facts,
    }),
    site: siteFacts,
    facts,
    opening: doors,
    setup: setup(ctx),
    sitePreview: sitePreview({ ...ctx, opening: doors }),
    receiptRunWork: receiptRunWork(behind),
    publicLogWork: publicLogWork(behind),
    health: health(ctx),
    defects: ctx.defects,
    observing: ctx.observing,
    inbox: inbox(ctx),
    threads: threads(ctx),
    senderWords: createSenderThreads(ctx),
    inboundMail: inboundMail(ctx),
    replyTemplates: replyTemplates(ctx),
    staff: staff(ctx),
    approvals: secondPerson,
    waitingConfirmations: waitingConfirmations(behind),
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
    admin: admin(ctx),
    adminLists: adminLists(ctx),
    donors: donors({ ...ctx, forget: signIn.forget, personalData: personal }),
  };
}
export type Services = ReturnType<typeof createServices>;
