/**
 * Changes by people with a role and the actions of their audit rows, by the test file that makes
 * them and is checked against this table (hold-changes.ts). Written out by hand: `|` separates
 * alternatives, `+` rows of one change.
 */
export const auditedChanges: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'src/giving/applications/enter-for-caller.server.test.ts': {
    'POST /api/office/applications': 'applications.enter',
  },
  'src/giving/applications/steps/steps.server.test.ts': {
    'POST /api/office/applications/set-right': 'applications.set-right',
  },
  'src/warehouse/appraisals/drafts.server.test.ts': {
    'POST /api/office/appraisals/:appraisalId/ask-review': 'appraisals.ask-review',
    'POST /api/office/appraisals/:appraisalId/confirm': 'appraisals.confirm + waiting-results.add',
    'POST /api/office/appraisals/:appraisalId/continue': 'appraisals.continue',
    'POST /api/office/appraisals/:appraisalId/finish-box':
      'appraisals.continue-box | appraisals.finish-box',
    'POST /api/office/appraisals/:appraisalId/items/:itemId': 'appraisals.add | appraisals.change',
    'POST /api/office/appraisals/:appraisalId/items/:itemId/remove': 'appraisals.remove',
    'POST /api/office/appraisals/:appraisalId/send-back': 'appraisals.return',
  },
  'src/organisations/associates/admin-associates.server.test.ts': {
    'POST /api/office/associates': 'associates.create',
    'POST /api/office/associates/:key/agreements': 'agreements.add',
    'POST /api/office/associates/:key/certifications': 'certifications.add',
    'POST /api/office/associates/:key/certifications/:certificationId/withdraw':
      'certifications.withdraw',
    'POST /api/office/associates/:key/page/send-back': 'associate.return',
    'POST /api/office/associates/:key/state': 'associates.move',
    'POST /api/office/listings/:id/associate': 'associates.create + invitations.send',
  },
  'src/people/messages/audit-questions.server.test.ts': {
    'POST /api/office/audit-questions': 'messages.question',
  },
  'src/organisations/confirmations/confirmations.server.test.ts': {
    'POST /api/staff/associates/:associateId/transfers/:id/confirm': 'confirmations.confirm',
    'POST /api/staff/associates/:associateId/transfers/:id/take-back': 'confirmations.take-back',
  },
  'src/organisations/use-reports/use-reports.server.test.ts': {
    'POST /api/office/use-reports/:reportId/hide': 'use-report.hide',
    'POST /api/staff/associates/:associateId/use-reports':
      'use-report.draft + use-report.publish | use-report.ask + use-report.draft',
    'POST /api/staff/use-reports/:key/draft': 'use-report.draft',
    'POST /api/staff/use-reports/:key/publish': 'use-report.publish',
  },
  'src/organisations/associates/import/import.server.test.ts': {
    'POST /api/office/associates/import': 'associate.draft | associates.import',
  },
  'src/start/backups/new-generation.server.test.ts': {
    'POST /api/office/held-mails/drop': 'mails.drop',
    'POST /api/office/held-mails/send': 'mails.send',
    'POST /api/office/restores/:generation/bank-checked': 'restores.check-bank',
    'POST /api/office/restores/:generation/looked': 'restores.look',
  },
  'src/money/statements/fiscal-years.server.test.ts': {
    'POST /api/office/associates/:associateId/fiscal-year': 'fiscal-years.change',
    'POST /api/staff/associates/:associateId/fiscal-year': 'fiscal-years.change',
  },
  'src/people/sign-in/second-factor/resets.server.test.ts': {
    'POST /api/office/second-factor-resets': 'second-factor.ask',
    'POST /api/office/second-factor-resets/approve': 'second-factor.approve',
    'POST /api/office/second-factor-resets/decline': 'second-factor.decline',
  },
  'src/money/bank-accounts/blocked-accounts.server.test.ts': {
    'POST /api/office/associates/:associateId/bank-account/confirm': 'bank-accounts.confirm',
  },
  'src/money/bank-accounts/bank-accounts.server.test.ts': {
    'POST /api/office/associates/:associateId/bank-account': 'approvals.ask',
    'POST /api/office/bank-account': 'approvals.ask',
    'POST /api/office/people/:uid/role': 'approvals.ask',
  },
  'src/money/bank-answers/bank-answers.server.test.ts': {
    'POST /api/office/bank-answers':
      'bank-answers.import + remittances.confirm | bank-answers.import + remittances.return',
    'POST /api/office/remittances/:id/unconfirm': 'remittances.unconfirm',
  },
  'src/site/content/site-content.server.test.ts': {
    'POST /api/office/campaigns': 'campaign.draft',
  },
  'src/warehouse/dealer-ledger/dealer-ledger.server.test.ts': {
    'POST /api/office/dealer-ledger/:number/correct': 'dealer-ledger.correct',
    'POST /api/office/results/batches/:id/release': 'results.release',
    'POST /api/office/settings/dealer-ledger': 'dealer-ledger.change',
  },
  'src/people/donors/changing.server.test.ts': {
    'POST /api/office/applications/:appraisalId/correct': 'applications.correct',
    'POST /api/office/donors/:donorId/correct': 'donors.correct',
    'POST /api/office/donors/:donorId/erase': 'donors.erase',
    'POST /api/office/donors/:donorId/export': 'donors.hand-over',
    'POST /api/office/donors/:donorId/lock': 'donors.lock | donors.unlock',
    'POST /api/office/donors/:donorId/notes': 'donors.note',
    'POST /api/office/donors/:donorId/notes/:noteId/withdraw': 'donors.unnote',
  },
  'src/giving/receipts/doubles.server.test.ts': {
    'POST /api/office/receipts/:number/void': 'receipts.void',
  },
  'src/people/donors/merging.server.test.ts': {
    'POST /api/office/donor-merges/:mergeId/undo': 'donors.unmerge',
    'POST /api/office/donors/:donorId/merge': 'donors.merge',
  },
  'src/money/funds/funds.server.test.ts': {
    'POST /api/office/fund-payouts/:id/withdraw': 'funds.withdraw',
    'POST /api/office/fund-terms': 'funds.change-terms',
    'POST /api/office/remittance-runs/:runId/unsend': 'remittances.unsend',
  },
  'src/warehouse/identity-checks/identity-checks.server.test.ts': {
    'POST /api/office/identity/:appraisalId/approve': 'identity.approve',
    'POST /api/office/identity/:appraisalId/return': 'identity.return',
  },
  'src/warehouse/identity-checks/seller-review.server.test.ts': {
    'POST /api/office/applications/:appraisalId': 'applications.edit',
    'POST /api/office/identity-letters/labels': 'identity-letters.print',
    'POST /api/office/identity/:appraisalId/items': 'identity.items',
    'POST /api/office/identity/:appraisalId/letter': 'identity.letter',
  },
  'src/people/messages/contact.server.test.ts': {
    'POST /api/office/threads/:id/answered': 'messages.answered | messages.reopened',
  },
  'src/people/messages/listings.server.test.ts': {
    'POST /api/office/listings/:id': 'listings.move',
  },
  'src/people/messages/reply-templates.server.test.ts': {
    'POST /api/office/reply-templates/:id': 'reply-templates.change',
    'DELETE /api/office/reply-templates/:id': 'reply-templates.remove',
  },
  'src/people/messages/threads.server.test.ts': {
    'POST /api/office/threads/:id/assign': 'messages.assign',
    'POST /api/office/threads/:id/note': 'messages.note',
    'POST /api/office/threads/:id/reply': 'listings.reply | messages.reply',
  },
  'src/warehouse/intake/exception-shelf.server.test.ts': {
    'POST /api/office/intake/exceptions': 'box-exceptions.create',
    'POST /api/office/intake/exceptions/:id': 'box-exceptions.change',
  },
  'src/warehouse/intake/scanning.server.test.ts': {
    'POST /api/office/intake/scans': 'scans.add',
    'POST /api/office/intake/scans/:id/take-back': 'scans.withdraw',
  },
  'src/money/journals/journals.server.test.ts': {
    'POST /api/office/journals/codes/:software': 'journals.change',
  },
  'src/warehouse/kits/carrier-files.server.test.ts': {
    'POST /api/office/kits/batches': 'kits.create',
    'POST /api/office/kits/batches/:id/entries/:position/slip': 'kits.correct',
    'POST /api/office/kits/batches/:id/entries/:position/take-out': 'kits.take-out',
    'POST /api/office/kits/sender': 'kit-sender.change',
  },
  'src/warehouse/kits/kit-batches.server.test.ts': {
    'POST /api/office/kits/batches/:id/dissolve': 'kits.remove',
    'POST /api/office/kits/batches/:id/mark': 'kits.mark',
    'POST /api/office/kits/batches/:id/take-back': 'kits.take-back',
  },
  'src/people/mail/mail-templates.server.test.ts': {
    'POST /api/office/content/mail-templates/:key/preview': 'mail-template.read',
    'POST /api/office/content/mail-templates/:key/test': 'mail-template.send',
  },
  'src/money/bank-lines/bank-lines.server.test.ts': {
    'POST /api/office/bank-lines/:answerId/:row/explain': 'bank-lines.explain',
    'POST /api/office/month-close/:month/bank-balance': 'month-close.state-balance',
  },
  'src/people/mail/mail.server.test.ts': {
    'POST /api/office/mails/:id/resend': 'mails.resend',
    'POST /api/office/mails/:id/retry': 'mails.retry',
  },
  'src/money/month-close/month-close.server.test.ts': {
    'POST /api/office/month-close/:month/ask': 'approvals.ask',
  },
  'src/people/roles/admin-people.server.test.ts': {
    'POST /api/office/approvals/:id/decide': 'approvals.approve + role.change | approvals.reject',
    'POST /api/office/approvals/:id/withdraw': 'approvals.withdraw',
    'POST /api/office/people/:uid/end-sessions': 'sessions.end',
    'POST /api/office/people/:uid/remove': 'approvals.ask',
  },
  'src/people/roles/associate-people.server.test.ts': {
    'POST /api/office/associates/:associateId/people/:uid/end-sessions': 'sessions.end',
    'POST /api/office/associates/:associateId/people/:uid/remove': 'staff-people.remove',
    'POST /api/office/associates/:associateId/people/:uid/role': 'staff-people.change',
    'POST /api/staff/associates/:associateId/people': 'invitations.send',
    'POST /api/staff/associates/:associateId/people/:uid/end-sessions': 'sessions.end',
    'POST /api/staff/associates/:associateId/people/:uid/remove': 'staff-people.remove',
    'POST /api/staff/associates/:associateId/people/:uid/role': 'staff-people.change',
    'POST /api/staff/associates/:associateId/people/invitations/:id/resend': 'invitations.resend',
    'POST /api/staff/associates/:associateId/people/invitations/:id/withdraw':
      'invitations.withdraw',
  },
  'src/people/roles/invitations.server.test.ts': {
    'POST /api/office/associates/:associateId/people': 'invitations.send',
    'POST /api/office/associates/:associateId/people/invitations/:id/resend': 'invitations.resend',
    'POST /api/office/invitations': 'approvals.ask | invitations.send',
    'POST /api/office/invitations/:id/resend': 'invitations.resend',
    'POST /api/office/invitations/:id/withdraw': 'invitations.withdraw',
  },
  'src/giving/pledges/admin-pledges.server.test.ts': {
    'POST /api/office/pledge-reports/:id': 'pledge-reports.dismissed | pledge-reports.reopened',
    'POST /api/office/pledges/:id/lift': 'pledges.lifted',
    'POST /api/office/pledges/:id/withhold': 'pledges.withheld',
  },
  'src/giving/receipts/certified-day.server.test.ts': {
    'DELETE /api/office/associates/:key/seal': 'seals.remove',
    'POST /api/office/associates/:key/seal': 'seals.change',
  },
  'src/giving/receipt-runs/receipt-runs.server.test.ts': {
    'POST /api/office/applications/:appraisalId/receipt': 'receipts.issue',
    'POST /api/office/receipt-runs': 'receipt-runs.begin',
  },
  'src/money/remittances/remittances.server.test.ts': {
    'POST /api/office/remittance-runs': 'remittances.prepare',
    'POST /api/office/remittance-runs/:runId/ask': 'approvals.ask',
    'POST /api/office/remittance-runs/:runId/confirm': 'remittances.confirm',
    'POST /api/office/remittance-runs/:runId/files': 'remittances.make-file',
    'POST /api/office/remittance-runs/:runId/sent': 'remittances.send',
    'POST /api/office/remittances/:id/return': 'remittances.return',
  },
  'src/money/remittances/slips.server.test.ts': {
    'POST /api/office/associates/:key/merge': 'approvals.ask',
    'POST /api/office/funds/:socialChallengeId/payouts': 'approvals.ask',
    'POST /api/office/remittance-runs/:runId/drop': 'remittances.drop',
  },
  'src/warehouse/results/corrections/corrections.server.test.ts': {
    'POST /api/office/results/:appraisalId/correct/undo': 'results.undo-correction',
  },
  'src/warehouse/results/reversal/reverse-batch.server.test.ts': {
    'POST /api/office/results/:appraisalId/correct': 'results.correct',
    'POST /api/office/results/batches/:id/reverse': 'results.reverse',
  },
  'src/warehouse/results/waiting/waiting.server.test.ts': {
    'POST /api/csv/appraisal-result': 'results.import | results.undo-drop',
    'POST /api/office/results/batches/:id/drop': 'results.drop',
    'POST /api/office/results/batches/:id/restore': 'results.undo-drop',
    'POST /api/office/results/batches/:id/rows': 'waiting-results.add',
    'POST /api/office/results/batches/:id/schedule': 'results.schedule',
    'POST /api/office/results/waiting/:id': 'waiting-results.change',
    'POST /api/office/results/waiting/:id/put-back': 'waiting-results.put-back',
    'POST /api/office/results/waiting/:id/take-out': 'waiting-results.take-out',
  },
  'src/money/sales/sales.server.test.ts': {
    'POST /api/office/sales/:id/reverse': 'sales.reverse',
    'POST /api/office/sales/import': 'sales.import',
  },
  'src/people/setup/setup.server.test.ts': {
    'POST /api/office/setup/confirm': 'setup.approve',
    'POST /api/office/setup/opening': 'opening.change',
  },
  'src/organisations/room/room.server.test.ts': {
    'POST /api/office/looks/publish': 'associate.publish',
    'POST /api/staff/associates/:associateId/activities': 'activity.draft',
    'POST /api/staff/associates/:associateId/activities/:id/withdraw':
      'activity.draft + activity.withdraw',
    'POST /api/staff/associates/:associateId/pledges/:id/reply': 'pledges.reply | pledges.unreply',
    'POST /api/staff/pages/:key/publish': 'associate.ask | associate.publish',
  },
  'src/organisations/thanks/own-templates.server.test.ts': {
    'DELETE /api/staff/associates/:associateId/thanks/templates/:id': 'thanks-templates.remove',
    'POST /api/staff/associates/:associateId/thanks': 'thanks.draft',
    'POST /api/staff/associates/:associateId/thanks/templates': 'thanks-templates.create',
    'POST /api/staff/associates/:associateId/thanks/templates/:id': 'thanks-templates.change',
  },
  'src/organisations/thanks/thanks.server.test.ts': {
    'POST /api/office/looks/return': 'thanks.return',
    'POST /api/staff/associates/:associateId/thanks/:id/withdraw': 'thanks.withdraw',
    'POST /api/staff/thanks/:key/publish': 'thanks.ask | thanks.publish',
  },
  'src/warehouse/tracking/carrier-answers.server.test.ts': {
    'POST /api/office/tracking/answer': 'tracking.import',
    'POST /api/office/tracking/boxes/:appraisalId/:number': 'tracking.move',
  },
  'src/warehouse/tracking/pickups.server.test.ts': {
    'POST /api/office/tracking/pickups/:appraisalId/arrange': 'pickups.move',
    'POST /api/office/tracking/pickups/:appraisalId/take-back': 'pickups.withdraw',
    'POST /api/office/tracking/pickups/file': 'pickups.export',
  },
  'test/every-route/staff-changes.test.ts': {
    'POST /api/office/remittance-runs/:runId/take-out': 'remittances.take-out',
    'POST /api/office/remittance-runs/:runId/transfer-day': 'remittances.change-day',
    'PUT /api/office/money-settings': 'remittances.change-settings',
    'POST /api/office/associates/:associateId/people/invitations/:id/withdraw':
      'invitations.withdraw',
  },
  'test/two-people.test.ts': {
    'POST /api/office/associates/:key/page/discard': 'associate.discard',
    'POST /api/office/associates/:key/page/draft': 'associate.draft',
    'POST /api/office/associates/:key/page/publish': 'associate.publish',
    'POST /api/office/associates/:key/page/restore': 'associate.restore',
    'POST /api/office/campaigns/:key/discard': 'campaign.discard',
    'POST /api/office/campaigns/:key/draft': 'campaign.draft',
    'POST /api/office/campaigns/:key/publish': 'campaign.publish',
    'POST /api/office/campaigns/:key/restore': 'campaign.restore',
    'POST /api/office/content/challenges/discard': 'challenges.discard',
    'POST /api/office/content/challenges/draft': 'challenges.draft',
    'POST /api/office/content/challenges/publish': 'challenges.publish',
    'POST /api/office/content/challenges/restore': 'challenges.restore',
    'POST /api/office/content/mail-templates/:key/discard': 'mail-template.discard',
    'POST /api/office/content/mail-templates/:key/draft': 'mail-template.draft',
    'POST /api/office/content/mail-templates/:key/publish': 'mail-template.publish',
    'POST /api/office/content/mail-templates/:key/restore': 'mail-template.restore',
    'POST /api/office/content/notices/discard': 'notices.discard',
    'POST /api/office/content/notices/draft': 'notices.draft',
    'POST /api/office/content/notices/publish': 'notices.publish',
    'POST /api/office/content/notices/restore': 'notices.restore',
    'POST /api/office/content/picks/discard': 'picks.discard',
    'POST /api/office/content/picks/draft': 'picks.draft',
    'POST /api/office/content/picks/publish': 'picks.publish',
    'POST /api/office/content/picks/restore': 'picks.restore',
    'POST /api/office/content/questions/discard': 'questions.discard',
    'POST /api/office/content/questions/draft': 'questions.draft',
    'POST /api/office/content/questions/publish': 'questions.publish',
    'POST /api/office/content/questions/restore': 'questions.restore',
    'POST /api/office/reply-templates': 'reply-templates.create',
    'POST /api/office/service-facts/discard': 'service-facts.discard',
    'POST /api/office/service-facts/draft': 'service-facts.draft',
    'POST /api/office/service-facts/publish': 'service-facts.publish',
    'POST /api/office/service-facts/restore': 'service-facts.restore',
    'POST /api/office/settings/acceptance/discard': 'acceptance.discard',
    'POST /api/office/settings/acceptance/draft': 'acceptance.draft',
    'POST /api/office/settings/acceptance/publish': 'acceptance.publish',
    'POST /api/office/settings/acceptance/restore': 'acceptance.restore',
    'POST /api/office/settings/bonus-rules/discard': 'bonus-rules.discard',
    'POST /api/office/settings/bonus-rules/draft': 'bonus-rules.draft',
    'POST /api/office/settings/bonus-rules/publish': 'bonus-rules.publish',
    'POST /api/office/settings/bonus-rules/restore': 'bonus-rules.restore',
    'POST /api/office/settings/legal/:key/discard': 'legal-text.discard',
    'POST /api/office/settings/legal/:key/draft': 'legal-text.draft',
    'POST /api/office/settings/legal/:key/publish': 'legal-text.publish',
    'POST /api/office/settings/legal/:key/restore': 'legal-text.restore',
    'POST /api/staff/activities/:key/discard': 'activity.discard',
    'POST /api/staff/activities/:key/draft': 'activity.draft',
    'POST /api/staff/activities/:key/publish': 'activity.ask',
    'POST /api/staff/activities/:key/restore': 'activity.restore',
    'POST /api/staff/use-reports/:key/discard': 'use-report.discard',
    'POST /api/staff/use-reports/:key/restore': 'use-report.restore',
    'POST /api/staff/pages/:key/discard': 'associate.discard',
    'POST /api/staff/pages/:key/draft': 'associate.draft',
    'POST /api/staff/pages/:key/restore': 'associate.restore',
    'POST /api/staff/thanks/:key/discard': 'thanks.discard',
    'POST /api/staff/thanks/:key/draft': 'thanks.draft',
    'POST /api/staff/thanks/:key/restore': 'thanks.restore',
  },
};

/** Changes without an audit row, by the reason why they need none. */
export const unauditedChanges: Readonly<Record<string, readonly string[]>> = {
  'steps of a box, whose events tell who took them': [
    'POST /api/office/applications/step',
    'POST /api/office/applications/take-back',
  ],
  'a trial, or a file that is only read': [
    'POST /api/csv/appraisal-result/errors',
    'POST /api/office/associates/import/check',
    'POST /api/office/associates/import/read',
    'POST /api/office/receipt-runs/preview',
    'POST /api/office/settings/legal/preview',
    'POST /api/office/setup/preview',
  ],
  'pictures, which show nothing until something names them': [
    'POST /api/upload/image/appraisals',
    'POST /api/upload/image/campaigns',
    'POST /api/upload/image/exceptions',
  ],
  'what one keeps for oneself': ['DELETE /api/office/views/:id', 'POST /api/office/views'],
};
