// Every route of the interface but health and documents, which the shell brings itself.
import { accountRoutes } from "./account-routes.ts";
import { auditRoutes } from "./audit-routes.ts";
import { coreRoutes } from "./core-routes.ts";
import { keyRoutes } from "./key-routes.ts";
import { learningRoutes } from "./learning-routes.ts";
import { lessonRoutes } from "./lesson-routes.ts";
import { memoryRoutes } from "./memory-routes.ts";
import { portabilityRoutes } from "./portability-routes.ts";
import { profileRoutes } from "./profile-routes.ts";
import { prometheusRoutes } from "./prometheus-route.ts";
import type { Route } from "./route.ts";
import type { Service } from "./service.ts";
import { turnRoutes } from "./turn-routes.ts";
import { userRoutes } from "./user-routes.ts";

export function allRoutes(service: Service): Route[] {
  return [
    ...turnRoutes(service),
    ...memoryRoutes(service),
    ...lessonRoutes(service),
    ...learningRoutes(service),
    ...coreRoutes(service),
    ...keyRoutes(service),
    ...accountRoutes(service),
    ...profileRoutes(service),
    ...userRoutes(service),
    ...portabilityRoutes(service),
    ...auditRoutes(service),
    ...prometheusRoutes(service),
  ];
}
