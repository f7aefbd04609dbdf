export const openapi = (version: string): object => ({ openapi: '3.1.0', info: { title: 'Parley', version } })
