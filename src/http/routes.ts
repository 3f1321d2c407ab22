// Every route of the interface but health and documents, which the shell brings itself.
import { type AccountRoutesDeps, accountRoutes } from "./account-routes.ts";
import { type AuditRoutesDeps, auditRoutes } from "./audit-routes.ts";
import { type BackupRoutesDeps, backupRoutes } from "./backup-routes.ts";
import { type ConstitutionRoutesDeps, constitutionRoutes } from "./constitution-routes.ts";
import { type CoreRoutesDeps, coreRoutes } from "./core-routes.ts";
import { type DoctorRoutesDeps, doctorRoutes } from "./doctor-routes.ts";
import { type EmbeddingRoutesDeps, embeddingRoutes } from "./embedding-routes.ts";
import { type KeyRoutesDeps, keyRoutes } from "./key-routes.ts";
import { type LearningRoutesDeps, learningRoutes } from "./learning-routes.ts";
import { type LessonRoutesDeps, lessonRoutes } from "./lesson-routes.ts";
import { type MemoryRoutesDeps, memoryRoutes } from "./memory-routes.ts";
import { type MemoryWritingDeps, memoryWritingRoutes } from "./memory-writing-routes.ts";
import { type PortabilityRoutesDeps, portabilityRoutes } from "./portability-routes.ts";
import { type ProfileRoutesDeps, profileRoutes } from "./profile-routes.ts";
import { type PrometheusDeps, prometheusRoutes } from "./prometheus-route.ts";
import { type RecallRoutesDeps, recallRoutes } from "./recall-routes.ts";
import type { Route } from "./route.ts";
import { type SettingsRoutesDeps, settingsRoutes } from "./settings-routes.ts";
import { type StatusRoutesDeps, statusRoutes } from "./status-routes.ts";
import { type TurnRoutesDeps, turnRoutes } from "./turn-routes.ts";
import { type UserRoutesDeps, userRoutes } from "./user-routes.ts";

/** What all of them hand to the verbs. */
export type RoutesDeps = AccountRoutesDeps &
  AuditRoutesDeps &
  BackupRoutesDeps &
  CoreRoutesDeps &
  DoctorRoutesDeps &
  EmbeddingRoutesDeps &
  KeyRoutesDeps &
  LearningRoutesDeps &
  LessonRoutesDeps &
  MemoryRoutesDeps &
  MemoryWritingDeps &
  ProfileRoutesDeps &
  PortabilityRoutesDeps &
  ConstitutionRoutesDeps &
  SettingsRoutesDeps &
  RecallRoutesDeps &
  TurnRoutesDeps &
  UserRoutesDeps &
  PrometheusDeps &
  StatusRoutesDeps;

export function allRoutes(service: RoutesDeps): Route[] {
  const routes = [
    ...turnRoutes(service),
    ...recallRoutes(service),
    ...memoryRoutes(service),
    ...memoryWritingRoutes(service),
    ...profileRoutes(service),
    ...lessonRoutes(service),
    ...learningRoutes(service),
    ...coreRoutes(service),
    ...keyRoutes(service),
    ...accountRoutes(service),
    ...constitutionRoutes(service),
    ...settingsRoutes(service),
    ...userRoutes(service),
    ...portabilityRoutes(service),
    ...auditRoutes(service),
    ...prometheusRoutes(service),
  ];
  const care = [...doctorRoutes(service), ...backupRoutes(service), ...embeddingRoutes(service)];
  return [...routes, ...statusRoutes(service, [...routes, ...care]), ...care];
}
