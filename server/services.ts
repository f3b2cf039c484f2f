import type { Dependencies } from './dependencies.ts';
import { health } from './health/health.ts';

/** Everything the product can do; API routes and pages call the same functions. */
export function createServices(dependencies: Dependencies) {
  return {
    health: health(dependencies),
  };
}
export type Services = ReturnType<typeof createServices>;
