import type { ServiceHealth } from '@florin/client';
import type { Texts } from '../../../i18n/languages.js';

type Problem = ServiceHealth['problems'][number];

interface HealthTexts {
  readonly title: string;
  readonly description: string;
  readonly ok: string;
  readonly okHint: string;
  readonly degraded: string;
  readonly problems: Readonly<Record<Problem, string>>;
  readonly verify: string;
  readonly neverVerified: string;
  readonly neverVerifiedHint: string;
  readonly verified: string;
  readonly rules: string;
  readonly findings: string;
  readonly intact: string;
  readonly damaged: string;
  readonly backlog: string;
  readonly webhooks: string;
  readonly mails: string;
  readonly waiting: (count: string) => string;
  readonly dueSince: string;
  readonly failingEndpoints: string;
  readonly database: string;
  readonly version: string;
  readonly pendingMigrations: string;
  readonly jobs: string;
  readonly noJobs: string;
  readonly noJobsHint: string;
  readonly job: string;
  readonly interval: string;
  readonly seconds: (count: string) => string;
  readonly lastRun: string;
  readonly lastSuccess: string;
  readonly lastFailure: string;
  readonly late: string;
  readonly onTime: string;
  readonly activity: string;
  readonly noActivity: string;
  readonly month: string;
  readonly moneyIn: string;
  readonly moneyOut: string;
  readonly transactions: string;
}

const en: HealthTexts = {
  title: 'Health',
  description: 'Checked every ten seconds. For alerts, use the metrics.',
  ok: 'All is well',
  okHint: 'The service has no known problem.',
  degraded: 'The service has problems',
  problems: {
    no_worker: 'No worker has run. Without one, nothing is billed, refunded or sent.',
    jobs_late: 'A job has not succeeded for three intervals. See the log of the worker.',
    ledger_inconsistent: 'The last verification found inconsistencies in the ledger.',
    webhooks_late: 'Webhooks have been due for more than two minutes.',
    mails_late: 'Mails have been due for more than five minutes.',
    migrations_pending: 'Migrations of this release have not run. Run florin migrate.',
  },
  verify: 'Ledger',
  neverVerified: 'Never verified',
  neverVerifiedHint: 'Run florin verify once a day. It checks every balance against its entries.',
  verified: 'Verified',
  rules: 'Rules',
  findings: 'Damaged rows',
  intact: 'Consistent',
  damaged: 'Inconsistent',
  backlog: 'Backlog',
  webhooks: 'Webhooks',
  mails: 'Mails',
  waiting: (count) => `${count} waiting`,
  dueSince: 'due since',
  failingEndpoints: 'Failing endpoints',
  database: 'Database',
  version: 'PostgreSQL',
  pendingMigrations: 'Pending migrations',
  jobs: 'Jobs',
  noJobs: 'No worker has run yet',
  noJobsHint: 'Start a worker, and its jobs appear here.',
  job: 'Job',
  interval: 'Interval',
  seconds: (count) => `${count} s`,
  lastRun: 'Last run',
  lastSuccess: 'Last success',
  lastFailure: 'Last failure',
  late: 'Late',
  onTime: 'On time',
  activity: 'Money of all accounts',
  noActivity: 'No money has moved in the last six months.',
  month: 'Month (UTC)',
  moneyIn: 'In',
  moneyOut: 'Out',
  transactions: 'Transactions',
};

const de: HealthTexts = {
  title: 'Zustand',
  description: 'Wird alle zehn Sekunden geprüft. Für Alarme eignen sich die Metriken.',
  ok: 'Alles in Ordnung',
  okHint: 'Der Dienst hat keine bekannten Probleme.',
  degraded: 'Der Dienst hat Probleme',
  problems: {
    no_worker: 'Es lief noch kein Worker. Ohne ihn wird nichts abgerechnet, erstattet oder gesendet.',
    jobs_late: 'Ein Job war drei Intervalle lang nicht erfolgreich. Der Grund steht im Log des Workers.',
    ledger_inconsistent: 'Die letzte Prüfung hat Schäden in den Büchern gefunden.',
    webhooks_late: 'Webhooks sind seit mehr als zwei Minuten fällig.',
    mails_late: 'Mails sind seit mehr als fünf Minuten fällig.',
    migrations_pending: 'Migrationen dieser Version fehlen. Führen Sie florin migrate aus.',
  },
  verify: 'Bücher',
  neverVerified: 'Noch nie geprüft',
  neverVerifiedHint:
    'Führen Sie florin verify einmal am Tag aus. Es vergleicht jeden Saldo mit seinen Buchungen.',
  verified: 'Geprüft',
  rules: 'Regeln',
  findings: 'Beschädigte Zeilen',
  intact: 'Unbeschädigt',
  damaged: 'Beschädigt',
  backlog: 'Rückstand',
  webhooks: 'Webhooks',
  mails: 'Mails',
  waiting: (count) => `${count} warten`,
  dueSince: 'fällig seit',
  failingEndpoints: 'Endpunkte mit Fehlern',
  database: 'Datenbank',
  version: 'PostgreSQL',
  pendingMigrations: 'Ausstehende Migrationen',
  jobs: 'Jobs',
  noJobs: 'Es lief noch kein Worker',
  noJobsHint: 'Starten Sie einen Worker; dann erscheinen hier seine Jobs.',
  job: 'Job',
  interval: 'Intervall',
  seconds: (count) => `${count} s`,
  lastRun: 'Letzter Lauf',
  lastSuccess: 'Letzter Erfolg',
  lastFailure: 'Letzter Fehler',
  late: 'Verspätet',
  onTime: 'Pünktlich',
  activity: 'Geld aller Konten',
  noActivity: 'In den letzten sechs Monaten wurde kein Geld bewegt.',
  month: 'Monat (UTC)',
  moneyIn: 'Eingang',
  moneyOut: 'Ausgang',
  transactions: 'Transaktionen',
};

const fr: HealthTexts = {
  title: 'État du service',
  description: 'Vérifié toutes les dix secondes. Pour les alertes, utilisez les métriques.',
  ok: 'Tout va bien',
  okHint: 'Le service n’a aucun problème connu.',
  degraded: 'Le service a des problèmes',
  problems: {
    no_worker: 'Aucun worker n’a tourné. Sans lui, rien n’est facturé, remboursé ni envoyé.',
    jobs_late: 'Une tâche n’a pas réussi depuis trois intervalles. Voyez le journal du worker.',
    ledger_inconsistent: 'La dernière vérification a trouvé des erreurs dans les livres.',
    webhooks_late: 'Des webhooks sont dus depuis plus de deux minutes.',
    mails_late: 'Des e-mails sont dus depuis plus de cinq minutes.',
    migrations_pending: 'Des migrations de cette version n’ont pas été exécutées. Lancez florin migrate.',
  },
  verify: 'Livres',
  neverVerified: 'Jamais vérifiés',
  neverVerifiedHint: 'Lancez florin verify une fois par jour : il compare chaque solde avec ses écritures.',
  verified: 'Vérifiés',
  rules: 'Règles',
  findings: 'Lignes endommagées',
  intact: 'Intacts',
  damaged: 'Endommagés',
  backlog: 'File d’attente',
  webhooks: 'Webhooks',
  mails: 'E-mails',
  waiting: (count) => `${count} en attente`,
  dueSince: 'dû depuis',
  failingEndpoints: 'Points de terminaison en échec',
  database: 'Base de données',
  version: 'PostgreSQL',
  pendingMigrations: 'Migrations en attente',
  jobs: 'Tâches',
  noJobs: 'Aucun worker n’a encore tourné',
  noJobsHint: 'Démarrez un worker : ses tâches apparaîtront ici.',
  job: 'Tâche',
  interval: 'Intervalle',
  seconds: (count) => `${count} s`,
  lastRun: 'Dernière exécution',
  lastSuccess: 'Dernier succès',
  lastFailure: 'Dernier échec',
  late: 'En retard',
  onTime: 'À l’heure',
  activity: 'Argent de tous les comptes',
  noActivity: 'Aucun mouvement d’argent ces six derniers mois.',
  month: 'Mois (UTC)',
  moneyIn: 'Entrées',
  moneyOut: 'Sorties',
  transactions: 'Transactions',
};

const es: HealthTexts = {
  title: 'Estado del servicio',
  description: 'Se comprueba cada diez segundos. Para alertas, use las métricas.',
  ok: 'Todo va bien',
  okHint: 'El servicio no tiene problemas conocidos.',
  degraded: 'El servicio tiene problemas',
  problems: {
    no_worker: 'Ningún worker se ha ejecutado. Sin él, nada se cobra, se reembolsa ni se envía.',
    jobs_late: 'Una tarea no ha tenido éxito en tres intervalos. Consulte el registro del worker.',
    ledger_inconsistent: 'La última verificación encontró daños en los libros.',
    webhooks_late: 'Hay webhooks pendientes desde hace más de dos minutos.',
    mails_late: 'Hay correos pendientes desde hace más de cinco minutos.',
    migrations_pending: 'Faltan migraciones de esta versión. Ejecute florin migrate.',
  },
  verify: 'Libros',
  neverVerified: 'Nunca verificados',
  neverVerifiedHint: 'Ejecute florin verify una vez al día: compara cada saldo con sus asientos.',
  verified: 'Verificados',
  rules: 'Reglas',
  findings: 'Filas dañadas',
  intact: 'Intactos',
  damaged: 'Dañados',
  backlog: 'Pendientes',
  webhooks: 'Webhooks',
  mails: 'Correos',
  waiting: (count) => `${count} en espera`,
  dueSince: 'desde',
  failingEndpoints: 'Puntos de conexión con fallos',
  database: 'Base de datos',
  version: 'PostgreSQL',
  pendingMigrations: 'Migraciones pendientes',
  jobs: 'Tareas',
  noJobs: 'Ningún worker se ha ejecutado aún',
  noJobsHint: 'Inicie un worker y sus tareas aparecerán aquí.',
  job: 'Tarea',
  interval: 'Intervalo',
  seconds: (count) => `${count} s`,
  lastRun: 'Última ejecución',
  lastSuccess: 'Último éxito',
  lastFailure: 'Último fallo',
  late: 'Con retraso',
  onTime: 'A tiempo',
  activity: 'Dinero de todas las cuentas',
  noActivity: 'No se ha movido dinero en los últimos seis meses.',
  month: 'Mes (UTC)',
  moneyIn: 'Entradas',
  moneyOut: 'Salidas',
  transactions: 'Transacciones',
};

export const HEALTH_TEXTS: Texts<HealthTexts> = { en, de, fr, es };
