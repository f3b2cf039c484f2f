import { accounts } from './accounts/accounts.ts';
import { achievements } from './achievements/achievements.ts';
import { adminLists } from './admin/lists.ts';
import { admin } from './admin/today.ts';
import { applications } from './applications/applications.ts';
import { reminders } from './applications/reminders.ts';
import { associates } from './associates/associates.ts';
import { auth } from './auth/auth.ts';
import { campaignVersions } from './campaigns/campaign-versions.ts';
import { campaigns } from './campaigns/campaigns.ts';
import { challenges } from './challenges/challenges.ts';
import { siteContent } from './content/site-content.ts';
import { withTimeout } from './db/database.ts';
import type { Dependencies } from './dependencies.ts';
import { discovery } from './discovery/discovery.ts';
import { donations } from './donations/donations.ts';
import { flyers } from './flyers/flyers.ts';
import { health } from './health/health.ts';
import { identity } from './identity-checks/identity-checks.ts';
import { images } from './images/images.ts';
import { pictureLinks } from './images/picture-links.ts';
import { inbox } from './inbox/inbox.ts';
import { mail } from './mail/mail.ts';
import { preferences } from './mail/preferences.ts';
import { markdown } from './markdown/markdown.ts';
import { removeNoted } from './outside/file-removals.ts';
import { personalData } from './personal-data/personal-data.ts';
import { adminPledges } from './pledges/admin-pledges.ts';
import { pledgeReports } from './pledges/pledge-reports.ts';
import { pledgeWriting } from './pledges/pledge-writing.ts';
import { pledges } from './pledges/pledges.ts';
import { previews } from './previews/previews.ts';
import { profilePictures } from './profiles/profile-pictures.ts';
import { profiles } from './profiles/profiles.ts';
import { receipts } from './receipts/receipts.ts';
import { results } from './results/results.ts';
import { retention } from './retention/retention.ts';
import { security } from './security/security.ts';
import { site } from './site/site.ts';
import { staff } from './staff/staff.ts';
import { compactSums } from './sums/kept-sums.ts';
import { topics as watchedTopics } from './topics/topics.ts';
import { views } from './views/views.ts';

/** Everything the product can do; API routes and pages call the same functions. */
export function createServices(dependencies: Dependencies) {
  const topics = watchedTopics(dependencies);
  const signIn = auth(dependencies);
  const organisations = associates({ ...dependencies, topics });
  const calls = campaigns({ ...dependencies, topics, associates: organisations });
  const shown = { pledges: pledges(dependencies), images: images(dependencies) };
  const adminSees = {
    applications: applications(dependencies),
    mail: mail(dependencies),
    achievements: achievements({ ...dependencies, topics, associates: organisations }),
  };
  const content = siteContent({ ...dependencies, topics });
  const siteFacts = site({
    ...dependencies,
    topics,
    associates: organisations,
    campaigns: calls,
    content,
  });
  const checks = identity(dependencies);
  const personal = personalData({ ...dependencies, ...shown, forget: signIn.forget });
  return {
    ...adminSees,
    topics,
    auth: signIn,
    accounts: accounts({ ...dependencies, forget: signIn.forget }),
    personalData: personal,
    profiles: profiles(dependencies),
    profilePictures: profilePictures({ ...dependencies, images: shown.images }),
    donations: donations(dependencies),
    ...shown,
    pictureLinks: pictureLinks(dependencies),
    pledgeWriting: pledgeWriting({ ...dependencies, images: shown.images }),
    pledgeReports: pledgeReports(dependencies),
    adminPledges: adminPledges(dependencies),
    previews: previews({ ...shown, associates: organisations }),
    results: results({ ...dependencies, db: withTimeout(dependencies.db) }),
    security: security(dependencies),
    retention: retention({
      ...dependencies,
      sweeps: [
        shown.images.forgetUnused,
        checks.forgetOver,
        () => removeNoted(dependencies),
        personal.endLegalHolds,
        reminders(dependencies).write,
        () => compactSums(withTimeout(dependencies.db)),
      ],
    }),
    associates: organisations,
    challenges: challenges({ ...dependencies, topics, associates: organisations }),
    campaigns: calls,
    campaignVersions: campaignVersions(dependencies),
    siteContent: content,
    flyers: flyers({ ...dependencies, associates: organisations }),
    discovery: discovery({ ...dependencies, ...shown, topics, campaigns: calls }),
    site: siteFacts,
    receipts: receipts({
      ...dependencies,
      isSample: async () => (await siteFacts.facts()).isSample,
    }),
    health: health(dependencies),
    defects: dependencies.defects,
    observing: dependencies.observing,
    identity: checks,
    inbox: inbox(dependencies),
    staff: staff(dependencies),
    views: views(dependencies),
    markdown: markdown(dependencies),
    preferences: preferences(dependencies),
    admin: admin({ ...dependencies, ...adminSees }),
    adminLists: adminLists(dependencies),
  };
}
export type Services = ReturnType<typeof createServices>;
