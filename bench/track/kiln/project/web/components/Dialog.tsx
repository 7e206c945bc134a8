import { h } from '../h.ts'
import { Button } from './Button.tsx'

interface DialogProps {
  title: string
  text: string
  confirm: string
  onConfirm: () => void
}

/** Asks before something is lost. Escape and "Keep it" close it; focus stays inside meanwhile. */
export function openDialog({ title, text, confirm, onConfirm }: DialogProps): void {
  const dialog = document.createElement('dialog')
  dialog.className = 'dialog'
  dialog.setAttribute('aria-labelledby', 'dialog-title')
  dialog.append(
    <h2 class="dialog__title" id="dialog-title">
      {title}
    </h2>,
    <p>{text}</p>,
    <div class="dialog__actions">
      <Button variant="quiet" onClick={() => dialog.close()}>
        Keep it
      </Button>
      <Button
        variant="danger"
        onClick={() => {
          dialog.close()
          onConfirm()
        }}
      >
        {confirm}
      </Button>
    </div>,
  )
  dialog.addEventListener('close', () => dialog.remove())
  document.body.append(dialog)
  dialog.showModal()
}
