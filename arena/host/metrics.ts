/** Figures of the running server, in the form Prometheus reads. */
import { Gauge, Registry } from 'prom-client'
import type { Rooms } from './rooms.ts'

export interface Metrics {
  readonly contentType: string
  text(): Promise<string>
}

export function metricsOf(rooms: Rooms): Metrics {
  const registry = new Registry()
  const gauge = (name: string, help: string, value: () => number) =>
    new Gauge({
      name: `parley_${name}`,
      help,
      registers: [registry],
      collect() {
        this.set(value())
      },
    })
  gauge('matches_running', 'Matches being played', () => rooms.running().length)
  gauge('matches_waiting', 'Matches that wait for their agents', () => rooms.waiting().length)
  gauge(
    'agents_here',
    'Remote agents that are joined',
    () => rooms.options.sessions.all().filter(({ here }) => here).length,
  )
  gauge('memory_bytes', 'Resident memory of the process', () => process.memoryUsage().rss)
  gauge('uptime_seconds', 'Since the process began', () => process.uptime())
  return { contentType: registry.contentType, text: async () => await registry.metrics() }
}
