import type { Dependencies } from './dependencies.ts';
import { health } from './health/health.ts';
import { mail } from './mail/mail.ts';

/** Everything the product can do; API routes and pages call the same functions. */
export function createServices(dependencies: Dependencies) {
  return {
    health: health(dependencies),
    mail: mail(dependencies),
  };
}
export type Services = ReturnType<typeof createServices>;
