import type { Files } from './track-facts.contract.ts'

/** React with styled components, in JavaScript with a theme. */
export const styled: Files = {
  'src/theme.js': `export const theme = {
  colors: { primary: '#5b21b6', primaryDark: '#4c1d95', text: '#1f1147', background: '#fbfaff', error: '#b91c1c', border: '#6b7280' },
  space: { xs: '4px', sm: '8px', md: '16px', lg: '32px' },
  fontSizes: { sm: '14px', md: '16px', lg: '20px', xl: '32px' },
  radii: { sm: '6px', lg: '12px' },
  shadows: { card: '0 1px 4px rgba(31, 17, 71, 0.2)' },
}
`,
  'src/components/GlobalStyle.js': `import { createGlobalStyle } from 'styled-components'

export const GlobalStyle = createGlobalStyle\`
  body {
    margin: 0;
    color: \${({ theme }) => theme.colors.text};
    background: \${({ theme }) => theme.colors.background};
    font-size: \${({ theme }) => theme.fontSizes.md};
  }
  :focus-visible {
    outline: 2px solid \${({ theme }) => theme.colors.primary};
    outline-offset: 2px;
  }
  @media (prefers-reduced-motion: reduce) {
    * {
      animation: none !important;
      transition: none !important;
    }
  }
\`
`,
  'src/components/Button.jsx': `import styled, { css } from 'styled-components'

const ghost = css\`
  background: transparent;
  color: \${({ theme }) => theme.colors.primary};
\`

export const Button = styled.button.attrs((props) => ({ type: props.type ?? 'button' }))\`
  min-height: 44px;
  padding: \${({ theme }) => theme.space.sm} \${({ theme }) => theme.space.md};
  border: 1px solid \${({ theme }) => theme.colors.primary};
  border-radius: \${({ theme }) => theme.radii.sm};
  background: \${({ theme }) => theme.colors.primary};
  color: \${({ theme }) => theme.colors.background};
  font: inherit;
  transition: background-color 0.2s ease;
  \${({ $variant }) => $variant === 'ghost' && ghost}

  &:hover {
    background: \${({ theme }) => theme.colors.primaryDark};
  }
  &:active {
    transform: translateY(1px);
  }
  &:disabled {
    opacity: 0.5;
    cursor: not-allowed;
  }
\`
`,
  'src/components/Shell.jsx': `import styled from 'styled-components'

const Container = styled.div\`
  max-width: 960px;
  margin: 0 auto;
  padding: 0 \${({ theme }) => theme.space.md};
\`
const Bar = styled.header\`
  padding: \${({ theme }) => theme.space.md} 0;
  border-bottom: 1px solid \${({ theme }) => theme.colors.border};
\`

export function Shell({ children }) {
  return (
    <>
      <Bar>
        <Container>
          <nav aria-label="Main">
            <a href="/">Plants</a> <a href="/care">Care</a>
          </nav>
        </Container>
      </Bar>
      <Container as="main">{children}</Container>
      <footer>
        <Container>Fern and Fig, plants for dark rooms.</Container>
      </footer>
    </>
  )
}
`,
  'src/components/PlantList.jsx': `import { useState } from 'react'
import styled from 'styled-components'
import { Button } from './Button.jsx'
import { Shell } from './Shell.jsx'
import { useToast } from './Toast.jsx'

const Grid = styled.ul\`
  display: grid;
  grid-template-columns: 1fr;
  gap: \${({ theme }) => theme.space.lg};
  padding: 0;
  list-style: none;
  @media (min-width: 640px) {
    grid-template-columns: repeat(3, 1fr);
  }
\`
const Card = styled.article\`
  padding: \${({ theme }) => theme.space.md};
  border-radius: \${({ theme }) => theme.radii.lg};
  box-shadow: \${({ theme }) => theme.shadows.card};
\`
const Title = styled.h1\`
  font-size: \${({ theme }) => theme.fontSizes.xl};
\`

export function PlantList({ plants }) {
  const [savingId, setSavingId] = useState(null)
  const toast = useToast()

  const reserve = async (plant) => {
    setSavingId(plant.id)
    const answer = await fetch(\`/api/plants/\${plant.id}/reserve\`, { method: 'POST' })
    setSavingId(null)
    if (answer.ok) toast.success(\`\${plant.name} is yours until Friday.\`)
    else toast.error('We could not reserve it. Please try again in a moment.')
  }

  if (plants.length === 0) return <Shell><p>No plants today. New ones come every Tuesday.</p></Shell>
  return (
    <Shell>
      <Title>Plants for dark rooms</Title>
      <Grid>
        {plants.map((plant) => (
          <Card as="li" key={plant.id}>
            <img src={plant.photo} alt={\`A \${plant.name} in a clay pot\`} width="320" height="320" />
            <h2>{plant.name}</h2>
            <Button onClick={() => reserve(plant)} disabled={savingId === plant.id}>
              {savingId === plant.id ? 'Reserving…' : 'Reserve it'}
            </Button>
          </Card>
        ))}
      </Grid>
    </Shell>
  )
}
`,
  'src/components/Toast.jsx': `import { createContext, useContext, useState } from 'react'
import styled from 'styled-components'

const Box = styled.div\`
  position: fixed;
  bottom: \${({ theme }) => theme.space.md};
  padding: \${({ theme }) => theme.space.md};
  border-radius: \${({ theme }) => theme.radii.sm};
  background: \${({ theme, $kind }) => ({ success: theme.colors.primary, error: theme.colors.error, info: theme.colors.text })[$kind]};
  color: \${({ theme }) => theme.colors.background};
\`
const ToastContext = createContext(null)

export const useToast = () => useContext(ToastContext)

export function ToastProvider({ children }) {
  const [toast, setToast] = useState(null)
  const show = (kind) => (text) => setToast({ kind, text })
  return (
    <ToastContext.Provider value={{ success: show('success'), error: show('error'), info: show('info') }}>
      {children}
      {toast !== null && <Box $kind={toast.kind} role="status">{toast.text}</Box>}
    </ToastContext.Provider>
  )
}
`,
}
