import { associates } from './associates/associates.ts';
import { challenges } from './challenges/challenges.ts';
import type { Dependencies } from './dependencies.ts';
import { health } from './health/health.ts';
import { mail } from './mail/mail.ts';
import { topics as watchedTopics } from './topics/topics.ts';

/** Everything the product can do; API routes and pages call the same functions. */
export function createServices(dependencies: Dependencies) {
  const topics = watchedTopics(dependencies);
  const organisations = associates({ ...dependencies, topics });
  return {
    topics,
    associates: organisations,
    challenges: challenges({ ...dependencies, topics, associates: organisations }),
    health: health(dependencies),
    mail: mail(dependencies),
  };
}
export type Services = ReturnType<typeof createServices>;
