import { auditLog } from '#kit/audit/audit-log.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import type { AnyListRoute } from '#kit/http/list-route.server.ts';

/** The operator's lists without further routes; a list with actions is in its noun's routes. */
export const adminLists = (dependencies: Dependencies): AnyListRoute[] => [auditLog(dependencies)];
