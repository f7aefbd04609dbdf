/** The pages' entrance: settings, links, the frame, and the page that the path names. */
import { render } from 'preact'
import './styles/tokens.css'
import './styles/base.css'
import './styles/shell.css'
import './styles/dialogue.css'
import './styles/boards.css'
import './styles/mystery.css'
import './styles/front.css'
import './styles/viewer.css'
import { App, warmPage } from './shell/app.tsx'
import { headStart } from './shell/head-start.ts'
import { followLinks } from './shell/router.ts'
import { applySettings, settleLanguage } from './shell/settings.ts'

headStart()
settleLanguage()
warmPage()
applySettings()
followLinks()
render(<App />, document.getElementById('app')!)
